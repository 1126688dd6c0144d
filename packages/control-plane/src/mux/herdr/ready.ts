import { setTimeout as sleep } from 'node:timers/promises';
import { ControlPlaneError } from '../../errors.ts';
import { isShellReady } from './answers.ts';
import { callHerdr, HerdrError, type HerdrServer } from './call.ts';

/** Waits until the shell of a new pane can be typed to: what is typed earlier may be lost. */
export async function waitForShell(server: HerdrServer, pane: string, signal?: AbortSignal): Promise<void> {
  const deadline = performance.now() + server.timeoutMs;
  for (let pause = 25; ; pause = Math.min(pause * 2, 250)) {
    try {
      if (isShellReady(await callHerdr(server, ['pane', 'process-info', '--pane', pane], signal))) return;
    } catch (error) {
      // A herdr that cannot tell.
      if (error instanceof HerdrError && error.code === 'usage') return;
      throw error;
    }
    if (performance.now() > deadline) {
      const message = `the shell of herdr pane ${pane} was not ready within ${server.timeoutMs} ms: try again`;
      throw new ControlPlaneError('failed', message);
    }
    await sleep(pause);
  }
}
