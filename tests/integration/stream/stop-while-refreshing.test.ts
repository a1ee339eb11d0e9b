import { describe, expect, it, onTestFinished } from 'vitest';
import { type FaultStage, MINUTE, openStage, SECOND } from './support/fault-stage.ts';
import { CREATE, inject, removeSession, TOKEN } from './support/fault-tools.ts';

/** Live, and in need of a new session with an access token that is of no more use. */
async function refreshing(takesMs: number): Promise<FaultStage> {
  const { stage, dispose } = await openStage({});
  onTestFinished(dispose);
  await stage.app.core.begin();
  await stage.runUntil(() => stage.isLive, MINUTE);
  await stage.run(2 * MINUTE);
  inject(
    stage,
    { kind: 'answer', operation: CREATE, status: 401, message: 'Access token has expired' },
    { kind: 'slow', operation: TOKEN, delayMs: takesMs },
  );
  removeSession(stage);
  stage.isHeld = true;
  const tokenCalls = (): number =>
    stage.network.calls.filter(({ operation }) => operation === TOKEN).length;
  await stage.runUntil(() => tokenCalls() === 2, MINUTE);
  return stage;
}

/** Stops the app; simulated milliseconds. An answer is held back for the first `heldMs` of them. */
async function stopIn(stage: FaultStage, heldMs = 0): Promise<number> {
  const from = stage.clock.monotonic();
  let endedAt = 0;
  const stopped = stage.app.stop().then(() => {
    endedAt = stage.clock.monotonic();
  });
  for (let step = 0; endedAt === 0 && step < 400; step += 1) {
    await stage.quiet();
    // Files are written and servers closed in real time: they get many turns for each tenth of a second.
    const turns = stage.clock.monotonic() - from < heldMs ? 0 : 2_000;
    for (let turn = 0; turn < turns && endedAt === 0; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    await stage.clock.advance(100);
  }
  await stopped;
  await stage.clock.advance(30 * SECOND);
  return endedAt - from;
}

/** Whether the vault holds a refresh token that the platform still takes. */
async function vaultIsGood({ app, simulator }: FaultStage): Promise<boolean> {
  const grant = JSON.parse((await app.vault.read('grant')) ?? '{}') as { refreshToken?: string };
  const { authorizations } = simulator.world;
  const application = simulator.world.application(simulator.clientId);
  if (!application) throw new Error('there is no application');
  return typeof authorizations.refresh(application, grant.refreshToken ?? '') !== 'string';
}

describe('quitting while the sign-in is being renewed', () => {
  it.each([1, 8, 28])('waits for an answer that takes %i s, and keeps it', async (seconds) => {
    const stage = await refreshing(seconds * SECOND);
    expect(stage.app.core.isRenewing).toBe(true);
    const tookMs = await stopIn(stage, seconds * SECOND);
    expect(tookMs).toBeLessThan((seconds + 2) * SECOND);
    expect(await vaultIsGood(stage)).toBe(true);
  });

  it('waits no longer than 30 seconds', async () => {
    const stage = await refreshing(60 * SECOND);
    const tookMs = await stopIn(stage, 30 * SECOND);
    expect(tookMs).toBeGreaterThanOrEqual(29_900);
    expect(tookMs).toBeLessThan(32_000);
  });

  it('takes under two seconds when nothing is being renewed', async () => {
    const { stage, dispose } = await openStage({});
    onTestFinished(dispose);
    await stage.app.core.begin();
    await stage.runUntil(() => stage.isLive, MINUTE);
    expect(stage.app.core.isRenewing).toBe(false);
    expect(await stopIn(stage)).toBeLessThan(2 * SECOND);
  });
});
