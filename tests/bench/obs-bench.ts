import { spawnSync } from 'node:child_process';
import { GOVERNOR_TUNING } from '../../electron/features/obs/governor.ts';
import { oursIn, takeOut } from '../support/obs-deeds.ts';
import { firstLagging, govern } from '../support/obs-governing.ts';
import {
  favourObs,
  GAME,
  hasObsKit,
  type ObsHand,
  startRealObs,
  starveObs,
  TINY,
  USUAL_RATE,
} from '../support/obs-kit.ts';
import { codesOf, type ObsStage, setObsStage } from '../support/obs-stage.ts';
import { hostCpuSeconds } from './process-time.ts';
import type { Row, Section } from './report.ts';
import { percentile } from './stats.ts';

const SECOND = 1_000;
const LAGS = 3;

const pause = (ms: number) => new Promise((passed) => setTimeout(passed, ms));
const seconds = (ms: number): string => `${(ms / SECOND).toFixed(2)} s`;

/** A real OBS set up, healed, starved and followed; skipped where it is not. */
export async function benchObs(length: number): Promise<Section> {
  if (!hasObsKit || spawnSync('which', ['obs']).status !== 0) {
    return {
      title: 'OBS: skipped',
      rows: [],
      notes: ['OBS or the kit that starts it is not on this machine (docs/obs.md).'],
    };
  }
  const rounds = Math.min(20, Math.max(3, Math.round(length / 3)));
  const windowMs = Math.min(30, Math.max(5, length / 2)) * SECOND;
  const pages = await onObs((on, hand) => pageRows(on, hand, rounds));
  const share = await onObs((on, hand) => shareRows(on, hand, windowMs));
  return {
    title: 'OBS: a real one, 29.0.2 with pages drawn by Chromium',
    rows: [...pages, await stepRow(), ...share],
  };
}

async function onObs(
  measure: (on: ObsStage, hand: ObsHand) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const on = await setObsStage({ scenes: { Live: [GAME] }, profile: USUAL_RATE });
  try {
    const hand = await on.obs.connect();
    const rows = await measure(on, hand);
    hand.close();
    return rows;
  } finally {
    await on.dispose();
  }
}

/** Looks again and again: on a busy machine a page or a picture comes too late for one look. */
async function untilProved(on: ObsStage): Promise<void> {
  for (let look = 0; look < 30; look += 1) {
    await on.dashboard.ask('obs.check', {});
    const { state } = await on.proof((proof) => proof.state !== 'looking');
    if (state === 'proved') return;
    await pause(SECOND);
  }
  throw new Error('The overlay was never proved.');
}

async function pageRows(on: ObsStage, hand: ObsHand, rounds: number): Promise<readonly Row[]> {
  await on.connect();
  const setUps: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await on.proof((proof) => codesOf(proof).includes('no-source'), 20 * SECOND);
    const began = performance.now();
    await on.dashboard.ask('obs.set-up', { scenes: [], audio: 'desktop' });
    // As somebody who presses again when nothing comes of it.
    await on.proof(({ state }) => state === 'proved', 5 * SECOND).catch(() => untilProved(on));
    setUps.push(performance.now() - began);
    if (round === rounds - 1) break;
    for (const { name } of await oursIn(on, hand)) await takeOut(hand, name);
  }
  const heals: number[] = [];
  for (let round = 0; round < Math.min(5, rounds); round += 1) heals.push(await heal(on, hand));
  return [
    row('From the set-up button to the proof, p95', setUps, 0.95, 3),
    row('From frozen to painting again, slowest', heals, 1, 10),
  ];
}

const row = (name: string, times: readonly number[], share: number, most: number): Row => {
  const value = percentile(times, share) / SECOND;
  const text = `${seconds(percentile(times, share))} (p50 ${seconds(percentile(times, 0.5))}, ${times.length} times)`;
  return { name, value, text, target: { kind: 'under', value: most } };
};

/** On a busy machine the kit can't always tell at once which process draws the page. */
async function freeze({ obs }: ObsStage, source: string): Promise<void> {
  for (let tries = 0; tries < 5; tries += 1) {
    const done = await obs.browserHost.fault(source, 'freeze').then(
      () => true,
      () => false,
    );
    if (done) return;
    await pause(SECOND);
  }
  throw new Error('The page could not be stopped.');
}

/** Until the proof holds again: by itself, or by the button of what was found, whichever is first. */
async function heal(on: ObsStage, hand: ObsHand): Promise<number> {
  await untilProved(on);
  const source = (await oursIn(on, hand))[0]?.name ?? '';
  await on.obs.browserHost.drawn(source).catch(() => undefined);
  await freeze(on, source);
  const began = performance.now();
  await on.dashboard.ask('obs.check', {});
  for (;;) {
    const proof = await on.proof(({ state }) => state === 'found' || state === 'proved');
    if (proof.state === 'proved') return performance.now() - began;
    if (performance.now() - began > 60 * SECOND) return Number.NaN;
    const [finding] = proof.state === 'found' ? proof.findings : [];
    if (finding?.fixable) {
      const { code, source: of } = finding;
      await on.dashboard.ask('obs.fix', { code, source: of }).catch(() => undefined);
    } else await on.dashboard.ask('obs.check', {}).catch(() => undefined);
  }
}

/** The product's own windows on an OBS of the smallest picture, so that only starving makes it late. */
async function stepRow(): Promise<Row> {
  const obs = await startRealObs({ profile: TINY, withBrowserSource: false });
  favourObs(obs);
  const times: number[] = [];
  try {
    const hand = await obs.connect();
    await hand.call('StartRecord');
    for (let round = 0; round < LAGS; round += 1) {
      const governing = govern(obs, GOVERNOR_TUNING);
      await governing.until(({ reason }) => reason === 'calm', 30 * SECOND);
      const starved = await starveObs(obs);
      await governing.until(({ step }) => step > 0, 30 * SECOND).finally(() => starved.release());
      const at = governing.steps()[0]?.at ?? Number.NaN;
      times.push(at - firstLagging(governing.pulses));
      governing.dispose();
    }
    hand.close();
  } finally {
    await obs.stop();
  }
  return row('From the first lagging second to the step down, slowest', times, 1, 5);
}

/** The host's own processor time, percent of a core. */
async function shareOf(on: ObsStage, ms: number): Promise<number> {
  const { pid } = on.host.child;
  const [before, began] = [hostCpuSeconds(pid), performance.now()];
  await pause(ms);
  const after = hostCpuSeconds(pid);
  if (before === null || after === null) return Number.NaN;
  return ((after - before) * 100 * SECOND) / (performance.now() - began);
}

/** How long a connection or an output takes to be nothing new. */
const SETTLES_MS = 4_000;

async function shareRows(on: ObsStage, hand: ObsHand, ms: number): Promise<readonly Row[]> {
  await pause(SETTLES_MS);
  const without = await shareOf(on, ms);
  await on.connect();
  await on.dashboard.ask('obs.set-up', { scenes: [], audio: 'desktop' });
  await untilProved(on);
  await pause(SETTLES_MS);
  const idle = await shareOf(on, ms);
  await hand.call('StartRecord');
  await on.dashboard.until('obs', (now) => now?.recording === true);
  await pause(SETTLES_MS);
  const live = await shareOf(on, ms);
  await hand.call('StopRecord');
  return [
    shareRow('Host while OBS is idle', idle, without, 0.3),
    shareRow('Host while OBS is live', live, without, 1),
  ];
}

/** Held against the target is what OBS adds to the same host without it. */
function shareRow(name: string, share: number, without: number, most: number): Row {
  const value = Math.max(0, share - without);
  const text = `${value.toFixed(2)} % of a core (${share.toFixed(2)} % in all)`;
  const baseline = `${without.toFixed(2)} % without OBS`;
  const ratio = without > 0 ? { ratio: share / without } : {};
  return { name, value, text, baseline, ...ratio, target: { kind: 'under', value: most } };
}
