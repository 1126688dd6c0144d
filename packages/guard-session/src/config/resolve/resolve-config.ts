import type { WatchedCommand } from '../../probes/command.ts';
import type { ConfigText } from '../check/config-text.ts';
import type { ValidatedConfig, ValueProblem } from '../check/validate.ts';
import type { Sourced, SourcedOptions, ValueSource } from '../options.ts';
import { type PathContext, resolveAcceptPath, resolvePath, resolveSocket } from './resolve-path.ts';
import { Resolver } from './resolver.ts';

export interface ResolveContext extends PathContext {
  sourceOf(path: readonly (string | number)[]): ValueSource;
}

export interface ResolvedConfig {
  options: SourcedOptions;
  problems: ValueProblem[];
}

/** Resolves what is valid of a configuration: paths become absolute, variables are put in. Every problem is named. */
export function resolveConfig(config: ValidatedConfig, context: ResolveContext): ResolvedConfig {
  const resolver = new Resolver(config, context.sourceOf);
  const path = (text: string) => resolvePath(text, context);
  const texts = (key: 'ignore' | 'drop-env' | 'keep-env') => resolver.each(key, numbered, asIs);
  const options: { [Name in keyof SourcedOptions]: SourcedOptions[Name] | undefined } = {
    use: resolver.each('use', numbered, asIs),
    watch: resolver.each('watch', numbered, path),
    watchCommand: watchCommands(resolver, context),
    watchTmux: resolver.each('watch-tmux', numbered, (text) => resolveSocket(text, context)),
    watchProcesses: resolver.one('watch-processes', asIs),
    ignore: texts('ignore'),
    dropEnv: texts('drop-env'),
    keepEnv: texts('keep-env'),
    pin: resolver.one('pin', asIs),
    mode: resolver.one('mode', asIs),
    learnIdle: resolver.one('learn-idle', asIs),
    settle: resolver.one('settle', asIs),
    sandboxHome: resolver.one('sandbox-home', asIs),
    repo: resolver.one('repo', path),
    json: resolver.one('json', path),
    junit: resolver.one('junit', path),
    html: resolver.one('html', path),
    github: resolver.one('github', asIs),
    print0: resolver.one('print0', path),
    strict: resolver.one('strict', asIs),
    accept: accepted(resolver, context),
  };
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return { options: Object.fromEntries(given) as SourcedOptions, problems: resolver.problems };
}

function watchCommands(resolver: Resolver, { directory }: PathContext): Sourced<WatchedCommand>[] | undefined {
  return resolver.each('watch-command', commandsOf, ({ name, command }) => ({ name, command, cwd: directory }));
}

function commandsOf(value: Exclude<ConfigText['watch-command'], undefined>): [string | number, WatchedCommand][] {
  if (!Array.isArray(value)) return Object.entries(value).map(([name, command]) => [name, { name, command }]);
  return value.map((text, index) => {
    const at = String(text).indexOf('=');
    return [index, { name: String(text).slice(0, at), command: String(text).slice(at + 1) }];
  });
}

function accepted(resolver: Resolver, context: ResolveContext): SourcedOptions['accept'] {
  return resolver.each(
    'accept',
    numbered,
    ({ path, reason, until }, { file, line }) => ({
      path: resolveAcceptPath(path, context),
      reason,
      until,
      source: `${file}:${line}`,
    }),
    ['path'],
  );
}

function numbered<T>(items: readonly T[]): [number, T][] {
  return items.map((item, index) => [index, item]);
}

function asIs<T>(value: T): T {
  return value;
}
