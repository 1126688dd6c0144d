import type { SessionOptions } from '@mam/guard-session';
import type { AmbientFlags } from './ambient.ts';
import type { ConfiguredOnly } from './configured.ts';
import type { WatchFlags } from './watch.ts';

/** The flags that make a session, in the library's words. */
export function sessionOptions(flags: AmbientFlags & WatchFlags & ConfiguredOnly, cwd: string): SessionOptions {
  return {
    cwd,
    repo: flags.repo,
    use: flags.use,
    dropEnv: flags.dropEnv,
    keepEnv: flags.keepEnv,
    pin: flags.pin,
    sandboxHome: flags.sandboxHome ?? false,
    watch: flags.watch,
    watchCommands: flags.watchCommand,
    watchTmux: flags.watchTmux,
    watchProcesses: flags.watchProcesses ?? false,
    ignore: flags.ignore,
    learnIdle: flags.learnIdle,
    accept: flags.accept,
  };
}
