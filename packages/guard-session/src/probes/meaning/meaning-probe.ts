import type { Environment } from '@mam/registry-paths';
import type { TreeLook } from '@mam/state-guard';
import type { Probe } from '../probe.ts';
import { explain, lookAtMeaning, type Meaning, type MeaningLook } from './meaning.ts';

/** A look at a tree, and at what its files mean. */
export interface MeaningfulLook {
  tree: TreeLook;
  meaning: MeaningLook;
}

/** Watches a tree as the given probe does, but for changes that leave what its files mean as it was. */
export function meaningProbe(
  probe: Probe<TreeLook>,
  root: string,
  meaning: Meaning,
  env: Environment,
): Probe<MeaningfulLook> {
  const { codec } = probe;
  return {
    name: probe.name,
    ...(codec && {
      codec: { encode: (look) => join(look, codec.encode), decode: (bytes) => split(bytes, codec.decode) },
    }),
    async look() {
      return { tree: await probe.look(), meaning: await lookAtMeaning(meaning, root, { env }) };
    },
    async compare(before) {
      const result = await probe.compare(before.tree);
      const now = await lookAtMeaning(meaning, root, { env });
      const { kept, dropped } = explain(meaning, root, [before.meaning, now], result.observations);
      return { ...result, observations: kept, ignored: result.ignored + dropped };
    },
  };
}

/** The length of the meaning, the meaning as JSON, the tree. */
function join({ tree, meaning }: MeaningfulLook, encode: (look: TreeLook) => Uint8Array): Uint8Array {
  const text = Buffer.from(JSON.stringify(meaning));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  return Buffer.concat([length, text, encode(tree)]);
}

function split(bytes: Uint8Array, decode: (bytes: Uint8Array) => TreeLook): MeaningfulLook {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = 8 + Number(buffer.readBigUInt64LE(0));
  return { meaning: JSON.parse(buffer.toString('utf8', 8, at)) as MeaningLook, tree: decode(buffer.subarray(at)) };
}
