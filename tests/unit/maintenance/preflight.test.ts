import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../../electron/base/log.ts';
import {
  type PreflightChecks,
  PreflightState,
} from '../../../electron/features/maintenance/preflight.ts';
import { FINDING_IDS } from '../../../shared/contract/maintenance.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

const well = () => ({ state: 'ok', what: { key: 'preflight.token-ok' }, fix: null }) as const;

function setUp(changes: Partial<PreflightChecks> = {}) {
  const clock = new VirtualClock(1_000);
  let said = 0;
  let played = 0;
  const sound = { able: true };
  const checks: PreflightChecks = {
    token: well,
    scopes: well,
    connection: well,
    slots: well,
    overlay: well,
    obs: well,
    title: well,
    disk: well,
    clock: well,
    ledger: well,
    ...changes,
  };
  const desk = new PreflightState({
    checks,
    clock,
    log: silentLogger,
    canSound: () => sound.able,
    playTest: () => {
      played += 1;
    },
    onChange: () => {
      said += 1;
    },
  });
  const stateOf = (id: string) => desk.desk.findings.find((finding) => finding.id === id)?.state;
  return { desk, clock, sound, stateOf, said: () => said, played: () => played };
}

describe('the look before going live', () => {
  it('has found nothing before it was asked for', () => {
    const { desk } = setUp();
    expect(desk.desk).toEqual({ running: false, at: null, findings: [], asksSound: false });
  });

  it('finds everything, in the order in which it is shown', async () => {
    const { desk } = setUp();
    await desk.run();
    expect(desk.desk.findings.map(({ id }) => id)).toEqual(FINDING_IDS);
    expect(desk.desk).toMatchObject({ running: false, at: 1_000 });
  });

  it('shows what it has while it still looks', async () => {
    const slow = Promise.withResolvers<ReturnType<typeof well>>();
    const { desk } = setUp({ token: () => slow.promise });
    const running = desk.run();
    expect(desk.desk.running).toBe(true);
    await Promise.resolve();
    expect(desk.desk.findings.map(({ id }) => id)).toContain('sound');
    slow.resolve(well());
    await running;
    expect(desk.desk.running).toBe(false);
  });

  it('is one look, however often it is asked for while it goes on', async () => {
    let looks = 0;
    const slow = Promise.withResolvers<ReturnType<typeof well>>();
    const { desk } = setUp({
      token: () => {
        looks += 1;
        return slow.promise;
      },
    });
    const both = Promise.all([desk.run(), desk.run()]);
    slow.resolve(well());
    await both;
    expect(looks).toBe(1);
  });

  it('goes on when one of its looks fails', async () => {
    const { desk, stateOf } = setUp({ disk: () => Promise.reject(new Error('no disk')) });
    await desk.run();
    expect(stateOf('disk')).toBe('unknown');
    expect(stateOf('ledger')).toBe('ok');
    expect(desk.desk.findings).toHaveLength(FINDING_IDS.length);
  });

  it('looks at the clock after the platform has answered the others', async () => {
    const order: string[] = [];
    const noted = (id: string) => () => {
      order.push(id);
      return well();
    };
    await setUp({ clock: noted('clock'), token: noted('token'), title: noted('title') }).desk.run();
    expect(order.at(-1)).toBe('clock');
  });

  it('plays a test alert and asks whether it was heard', () => {
    const { desk, played, stateOf } = setUp();
    desk.testSound();
    expect(played()).toBe(1);
    expect(desk.desk.asksSound).toBe(true);
    expect(stateOf('sound')).toBe('unknown');
    desk.soundHeard(true);
    expect(desk.desk.asksSound).toBe(false);
    expect(stateOf('sound')).toBe('ok');
  });

  it('remembers that it was heard, as long as something can sound', async () => {
    const { desk, sound, stateOf } = setUp();
    desk.testSound();
    desk.soundHeard(true);
    await desk.run();
    expect(stateOf('sound')).toBe('ok');
    sound.able = false;
    await desk.run();
    expect(stateOf('sound')).toBe('fail');
  });

  it('asks again after a test that was not heard', () => {
    const { desk, stateOf } = setUp();
    desk.testSound();
    desk.soundHeard(false);
    expect(stateOf('sound')).toBe('fail');
    desk.testSound();
    expect(stateOf('sound')).toBe('unknown');
  });

  it('says so whenever something of it changed', async () => {
    const { desk, said } = setUp();
    await desk.run();
    expect(said()).toBeGreaterThanOrEqual(FINDING_IDS.length);
  });
});
