import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as guard from './index.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

/** Sources that are shipped. */
function sources(): { path: string; text: string }[] {
  const root = new URL('.', import.meta.url);
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' });
  return paths
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !/(^|\/)testing\//.test(path))
    .map((path) => ({ path, text: readFileSync(new URL(path, root), 'utf8') }));
}

describe('the README', () => {
  it('counts the vectors right', () => {
    const vectors: { id: string }[] = JSON.parse(
      readFileSync(new URL('../vectors/golden.json', import.meta.url), 'utf8'),
    );
    const generated = vectors.filter(({ id }) => id.startsWith('generated ')).length;
    const [, picked, chance] = /, (\d+)\s+picked by hand and (\d+) made by chance/.exec(readme) ?? [];
    expect([Number(picked), Number(chance)]).toEqual([vectors.length - generated, generated]);
  });

  it('names functions that there are', () => {
    const table = readme.slice(readme.indexOf('## API'), readme.indexOf('`Evidence` of `judge`'));
    const cells = [...table.matchAll(/^\| (`.*?) \|/gm)].map(([, cell = '']) => cell);
    const names = cells.flatMap((cell) => [...cell.matchAll(/`(\w+)/g)].map(([, name = '']) => name));
    expect(names.length).toBeGreaterThan(15);
    for (const name of names) expect(guard, name).toHaveProperty(name, expect.any(Function));
  });

  it('says that nothing is written, spawned or read of the environment, and no source does', () => {
    expect(readme).toContain('It never writes, spawns, mounts or reads the environment.');
    const writes =
      /^(append|chmod|chown|copy|cp|create|ftruncate|lch|link|lutimes|mk|rename|rm|symlink|truncate|unlink|utimes|write)/;
    for (const { path, text } of sources()) {
      expect(text, path).not.toMatch(/process\.env|child_process/);
      const imports = [...text.matchAll(/import \{([^}]*)\} from 'node:fs(?:\/promises)?'/g)].map(
        ([, names = '']) => names,
      );
      for (const name of imports.join(',').split(/[\s,]+/)) expect(name, path).not.toMatch(writes);
      expect(text, path).not.toMatch(/import (\*|(?!type )\w+).*'node:fs/);
    }
    expect(sources().length).toBeGreaterThan(30);
  });
});
