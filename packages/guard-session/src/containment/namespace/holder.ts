import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import type { NamespaceKind } from '../platform/namespace-kind.ts';
import type { Tools } from '../platform/tools.ts';

/** How long a holder may take to end by itself, in milliseconds; it only has to notice the end of its input. */
const PATIENCE = 1000;

/**
 * A shell that made the namespace and holds it. It lives on a pipe from the guard and ends with that, whatever ends the
 * guard; it has a session of its own, so neither a terminal nor a signal to the guard's process group reaches it.
 */
export interface Holder {
  readonly pid: number;
  /** Lines that it wrote so far. */
  readonly lines: readonly string[];
  /** Resolves when it wrote a line; @throws HolderEnded when it ends before. */
  wrote(line: string): Promise<void>;
  /** Lets it go on. */
  go(): void;
  /** From now on the holder keeps the guard from ending no longer. */
  detach(): void;
  readonly alive: boolean;
  /** Ends it; resolves when it has ended. */
  release(): Promise<void>;
}

/** The holder ended too early: `lines` tell how far it came, `said` what the tools said, one line. */
export class HolderEnded extends Error {
  readonly lines: readonly string[];
  readonly said: string;

  constructor(lines: readonly string[], said: string) {
    super(said === '' ? 'the set-up ended early' : said);
    this.name = 'HolderEnded';
    this.lines = lines;
    this.said = said;
  }
}

export interface HolderOptions {
  tools: Tools;
  how: NamespaceKind;
  script: string;
  /** For the script; nothing else is in its environment. */
  variables: Record<string, string>;
}

/** Starts a holder. A mount namespace of its own is the first thing that it makes. */
export function startHolder({ tools, how, script, variables }: HolderOptions): Holder {
  const enter = how === 'root' ? [] : ['--user', '--map-root-user'];
  const args = [...enter, '--mount', '--propagation', 'slave', '--', '/bin/sh', '-c', script];
  const process = spawn(tools.unshare, args, {
    cwd: '/',
    detached: true,
    stdio: 'pipe',
    // No environment of the guard's: a mark in it would make the holder look like a process of the run.
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C', MOUNT: tools.mount, UMOUNT: tools.umount, ...variables },
  });
  return new HolderProcess(process);
}

class HolderProcess implements Holder {
  readonly lines: string[] = [];
  readonly #process: ChildProcess;
  readonly #ended: Promise<void>;
  #said = '';
  #rest = '';
  #wake: () => void = () => undefined;
  #over = false;

  constructor(process: ChildProcess) {
    this.#process = process;
    process.stdout?.setEncoding('utf8').on('data', (text: string) => this.#read(text));
    process.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#said += text;
    });
    process.stdin?.on('error', () => undefined);
    this.#ended = new Promise((resolve) => {
      const end = () => {
        this.#over = true;
        this.#wake();
        resolve();
      };
      process.once('close', end);
      process.once('error', (error) => {
        this.#said += error.message;
        end();
      });
    });
  }

  get pid(): number {
    return this.#process.pid ?? -1;
  }

  get alive(): boolean {
    return !this.#over && this.#process.exitCode === null && this.#process.signalCode === null;
  }

  async wrote(line: string): Promise<void> {
    while (!this.lines.includes(line)) {
      if (this.#over) throw new HolderEnded(this.lines, oneLine(this.#said));
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  go(): void {
    this.#process.stdin?.write('\n');
  }

  detach(): void {
    this.#process.unref();
    for (const stream of this.#process.stdio) (stream as Socket | null)?.unref?.();
  }

  async release(): Promise<void> {
    this.#process.ref();
    this.#process.stdin?.end();
    // A stopped process does not notice the end of its input.
    const late = setTimeout(() => this.#process.kill('SIGKILL'), PATIENCE);
    await this.#ended;
    clearTimeout(late);
  }

  #read(text: string): void {
    const parts = (this.#rest + text).split('\n');
    this.#rest = parts.pop() ?? '';
    this.lines.push(...parts);
    this.#wake();
  }
}

/** What a tool said, without its second lines ("dmesg(1) may have more information …"). */
function oneLine(text: string): string {
  return text.trim().split('\n')[0]?.trim() ?? '';
}
