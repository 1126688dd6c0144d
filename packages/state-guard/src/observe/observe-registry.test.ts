import { mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { entryPath, toBytes } from '../bytes/bytes.ts';
import { pathBytes } from '../bytes/display-path.ts';
import { takeSnapshot } from '../look/snapshot.ts';
import { nextTick } from '../testing/next-tick.ts';
import { temporaryDirectory } from '../testing/temporary.ts';
import { observeRegistry, type RegistryObservations } from './observe-registry.ts';

/** A control plane of the test's own, with one agent session, one record and one log. */
class Plane {
  readonly top: string = temporaryDirectory();
  readonly root: string = join(this.top, '.mam');

  constructor() {
    for (const dir of ['jobs', 'delegate_job_logs/old']) mkdirSync(join(this.root, dir), { recursive: true });
    this.json('jobs/old.json', { agent_session: 'herdr:planner', prompt: 'old' });
    this.json('delegate_job_logs/old/meta.json', { agent_session: 'herdr:planner' });
    this.sessions('planner');
  }

  at(path: string): string {
    return join(this.root, path);
  }

  json(path: string, value: unknown): void {
    mkdirSync(join(this.at(path), '..'), { recursive: true });
    writeFileSync(this.at(path), JSON.stringify(value));
  }

  sessions(...names: string[]): void {
    writeFileSync(this.at('agent-sessions.yaml'), `l:\n${names.map((name) => `- name: ${name}\n`).join('')}`);
  }

  /** What is seen of what happens in between. */
  async watch(happens: () => void, rereadMs = 0): Promise<RegistryObservations> {
    const before = JSON.parse(JSON.stringify(takeSnapshot([this.root], {}, { rereadMs })));
    nextTick();
    happens();
    return observeRegistry([this.root], before, {}, { rereadMs });
  }
}

describe('records and audit logs', () => {
  it('that came are seen with what is known of their job', async () => {
    const plane = new Plane();
    const { observations } = await plane.watch(() => {
      plane.json('jobs/a.json', { agent_session: 'remote:x', prompt: 'p' });
      plane.json('delegate_job_logs/a/meta.json', { prompt: 'other' });
      plane.json('delegate_job_logs/b/meta.json', { prompt: 'mine', agent_session: 'y' });
    });
    const common = { change: 'added', probe: 'registry', by: 'unknown', late: false, detail: {} };
    const at = expect.stringMatching(/^\d{4}-.*Z$/);
    const job = { hasRecord: true, problem: null, agentSession: 'remote:x', prompt: 'p' };
    expect(observations).toEqual([
      { ...common, entry: 'record', path: plane.at('jobs/a.json'), at, job },
      { ...common, entry: 'audit-log', path: plane.at('delegate_job_logs/a'), at, job },
      {
        ...common,
        entry: 'audit-log',
        path: plane.at('delegate_job_logs/b'),
        at,
        job: { hasRecord: false, problem: null, agentSession: 'y', prompt: 'mine' },
      },
    ]);
  });

  it('that went are seen with whose they were, and with their parent’s time as a hint', async () => {
    const plane = new Plane();
    const { observations } = await plane.watch(() => {
      rmSync(plane.at('jobs/old.json'));
    });
    const parentChangedAt = new Date(Math.floor(statSync(plane.at('jobs')).mtimeMs)).toISOString();
    expect(observations).toMatchObject([
      {
        change: 'removed',
        entry: 'record',
        path: plane.at('jobs/old.json'),
        at: null,
        detail: { parentChangedAt },
        job: { hasRecord: false, agentSession: 'herdr:planner', prompt: null },
      },
    ]);
  });

  it('that went with their record are told by nothing', async () => {
    const plane = new Plane();
    const { observations } = await plane.watch(() => {
      rmSync(plane.at('jobs/old.json'));
      rmSync(plane.at('delegate_job_logs/old'), { recursive: true });
    });
    expect(observations.map(({ entry, job }) => [entry, job?.agentSession])).toEqual([
      ['record', null],
      ['audit-log', null],
    ]);
  });

  it('of a log that went are told by the record that is left', async () => {
    const plane = new Plane();
    const { observations } = await plane.watch(() => rmSync(plane.at('delegate_job_logs/old'), { recursive: true }));
    expect(observations).toMatchObject([
      { change: 'removed', entry: 'audit-log', job: { hasRecord: true, agentSession: 'herdr:planner', prompt: 'old' } },
    ]);
  });

  it('went one and all when their plane went, and the hint is of the nearest directory that is left', async () => {
    const plane = new Plane();
    const { observations, sessions } = await plane.watch(() => rmSync(plane.root, { recursive: true }));
    const parentChangedAt = new Date(Math.floor(statSync(plane.top).mtimeMs)).toISOString();
    expect(observations.map(({ change, path, detail }) => [change, path.slice(plane.root.length), detail])).toEqual([
      ['removed', '/jobs/old.json', { parentChangedAt }],
      ['removed', '/delegate_job_logs/old', { parentChangedAt }],
      ['removed', '/agent-sessions.yaml#planner', { parentChangedAt }],
    ]);
    expect([...sessions.before, ...sessions.now]).toEqual(['planner']);
  });

  it('have the time of their birth, unless they were born before the baseline', async () => {
    const plane = new Plane();
    writeFileSync(join(plane.top, 'ready.json'), '{}');
    nextTick();
    const { observations } = await plane.watch(() => {
      plane.json('jobs/born.json', {});
      utimesSync(plane.at('jobs/born.json'), new Date(0), new Date(0));
      renameSync(join(plane.top, 'ready.json'), plane.at('jobs/moved.json'));
    });
    const times = new Map(observations.map(({ path, at }) => [path, at]));
    const born = statSync(plane.at('jobs/born.json'));
    const moved = statSync(plane.at('jobs/moved.json'));
    expect(times.get(plane.at('jobs/born.json'))).toBe(new Date(Math.floor(born.birthtimeMs)).toISOString());
    expect(times.get(plane.at('jobs/moved.json'))).toBe(new Date(Math.floor(moved.ctimeMs)).toISOString());
  });

  it.skipIf(process.platform !== 'linux')(
    'of names that are not UTF-8 are kept apart, shown, and can be opened again (names are bytes on Linux)',
    async () => {
      const plane = new Plane();
      const names = ['x\u00ff.json', 'x\u00fe.json', 'x\n.json'];
      const { observations } = await plane.watch(() => {
        for (const name of names) {
          writeFileSync(
            toBytes(entryPath(plane.at('jobs'), name)),
            JSON.stringify({ prompt: name, agent_session: 'planner' }),
          );
          mkdirSync(toBytes(entryPath(plane.at('delegate_job_logs'), name.replace('.json', ''))));
        }
      });
      const records = observations.filter(({ entry }) => entry === 'record');
      expect(records.map(({ path }) => path).sort()).toEqual(
        ['x\\n.json', 'x\\xfe.json', 'x\\xff.json'].map((name) => plane.at(`jobs/${name}`)),
      );
      for (const { path, detail = {}, job } of observations) {
        expect(job).toMatchObject({ hasRecord: true, agentSession: 'planner' });
        const file = toBytes(pathBytes({ path, detail }));
        expect(statSync(file).isFile() ? JSON.parse(readFileSync(file, 'utf8')).prompt : job?.prompt).toBe(job?.prompt);
      }
    },
  );

  it('are found once when the directory comes under another path', async () => {
    const plane = new Plane();
    const before = takeSnapshot([plane.root], {});
    symlinkSync('.mam', join(plane.top, 'alias'));
    const { observations, notCovered } = observeRegistry([join(plane.top, 'alias')], before, {});
    expect([observations, notCovered]).toEqual([[], []]);
  });

  it('may be looked at any number of times with the same baseline', async () => {
    const plane = new Plane();
    const before = takeSnapshot([plane.root], {});
    plane.json('jobs/a.json', {});
    const [first, second] = [observeRegistry([plane.root], before, {}), observeRegistry([plane.root], before, {})];
    expect(first.observations).toHaveLength(1);
    expect(second).toEqual(first);
  });
});

describe('agent sessions', () => {
  it('that came and went are seen, at the path of their file', async () => {
    const plane = new Plane();
    const file = plane.at('agent-sessions.yaml');
    const { observations, sessions } = await plane.watch(() => plane.sessions('fresh', 'odd\u202ename'));
    const common = { entry: 'agent-session', probe: 'registry', by: 'unknown', late: false };
    expect(observations).toEqual([
      { ...common, change: 'added', path: `${file}#fresh`, session: 'fresh', at: expect.any(String), detail: {} },
      {
        ...common,
        change: 'added',
        path: `${file}#odd\\u{202e}name`,
        session: 'odd\u202ename',
        at: expect.any(String),
        detail: { pathBase64: expect.any(String) },
      },
      {
        ...common,
        change: 'removed',
        path: `${file}#planner`,
        session: 'planner',
        at: null,
        detail: { parentChangedAt: expect.any(String) },
      },
    ]);
    expect(sessions).toEqual({ before: new Set(['planner']), now: new Set(['fresh', 'odd\u202ename']) });
  });

  it('that a torn file does not show are not said to have gone, and it is not covered', async () => {
    const plane = new Plane();
    const { observations, notCovered } = await plane.watch(() =>
      writeFileSync(plane.at('agent-sessions.yaml'), 'l:\n- name: "hal'),
    );
    expect(observations).toEqual([]);
    expect(notCovered).toEqual([
      { path: plane.at('agent-sessions.yaml'), reason: expect.stringContaining('it is not valid YAML at line 2') },
    ]);
  });

  it('that a file torn at the baseline did not show are not said to have come', async () => {
    const plane = new Plane();
    writeFileSync(plane.at('agent-sessions.yaml'), 'l:\n- name: "hal');
    const { observations, notCovered } = await plane.watch(() => plane.sessions('planner'));
    expect(observations).toEqual([]);
    expect(notCovered[0]?.reason).toContain('at the baseline: it is not valid YAML at line 2');
  });
});

describe('what was looked at', () => {
  it('is listed with its entries at the baseline', async () => {
    const plane = new Plane();
    const { watched, notCovered } = await plane.watch(() => plane.json('jobs/a.json', {}));
    expect(watched).toEqual([
      { probe: 'registry', path: plane.at('jobs'), entries: 1 },
      { probe: 'registry', path: plane.at('delegate_job_logs'), entries: 1 },
      { probe: 'registry', path: plane.at('agent-sessions.yaml'), entries: 1 },
    ]);
    expect(notCovered).toEqual([]);
  });

  it('leaves out a sessions file that never was', async () => {
    const plane = new Plane();
    rmSync(plane.at('agent-sessions.yaml'));
    const { watched } = await plane.watch(() => undefined);
    expect(watched.map(({ path }) => path)).toEqual([plane.at('jobs'), plane.at('delegate_job_logs')]);
  });

  it('is not covered when a registry became a file, and its records are not said to have gone', async () => {
    const plane = new Plane();
    const { observations, notCovered } = await plane.watch(() => {
      rmSync(plane.at('jobs'), { recursive: true });
      writeFileSync(plane.at('jobs'), '');
    });
    expect(observations).toEqual([]);
    expect(notCovered).toEqual([{ path: plane.at('jobs'), reason: 'it is not a directory' }]);
  });
});
