import { expect, vi } from 'vitest';
import type { ObsProof } from '../../shared/contract/obs.ts';
import { HANGS_MS } from './hangs.ts';
import type { ObsAnswer, ObsHand } from './obs-kit.ts';
import type { ObsStage } from './obs-stage.ts';

export interface OurSource {
  readonly name: string;
  readonly settings: ObsAnswer;
}

export interface Item {
  readonly id: number;
  readonly source: string;
  readonly enabled: boolean;
  readonly locked: boolean;
  readonly transform: Readonly<Record<string, unknown>>;
}

/** obs-websocket's word for a name that nothing has. */
const NO_SOURCE = 600;

/** The items of a scene or group from the bottom to the top. */
export async function itemsOf(hand: ObsHand, sceneName: string, group = false): Promise<Item[]> {
  const request = group ? 'GetGroupSceneItemList' : 'GetSceneItemList';
  const { sceneItems } = await hand.call(request, { sceneName });
  return (sceneItems as ObsAnswer[])
    .toSorted((a, b) => Number(a['sceneItemIndex']) - Number(b['sceneItemIndex']))
    .map((item) => ({
      id: Number(item['sceneItemId']),
      source: String(item['sourceName']),
      enabled: item['sceneItemEnabled'] === true,
      locked: item['sceneItemLocked'] === true,
      transform: item['sceneItemTransform'] as Readonly<Record<string, unknown>>,
    }));
}

export async function itemOf(hand: ObsHand, sceneName: string, source: string): Promise<Item> {
  const found = (await itemsOf(hand, sceneName)).find((item) => item.source === source);
  if (!found) throw new Error(`"${sceneName}" has no "${source}"`);
  return found;
}

/** All that a set-up could change: scenes, their items, every input's settings and whether it is muted. */
export async function wholeCollection(hand: ObsHand): Promise<unknown> {
  const { scenes, currentProgramSceneName } = await hand.call('GetSceneList');
  const { groups } = await hand.call('GetGroupList');
  const { inputs } = await hand.call('GetInputList');
  const names = (scenes as ObsAnswer[]).map(({ sceneName }) => String(sceneName));
  const lists = await Promise.all([
    ...names.map(async (name) => [name, await itemsOf(hand, name)]),
    ...(groups as string[]).map(async (name) => [name, await itemsOf(hand, name, true)]),
  ]);
  const settings = await Promise.all(
    (inputs as ObsAnswer[]).map(async ({ inputName }) => ({
      name: inputName,
      settings: await settingsOf(hand, String(inputName)),
      ...(await hand.call('GetInputMute', { inputName }).catch(() => ({}))),
    })),
  );
  return { currentProgramSceneName, names, lists, settings };
}

/** The settings of a source, those at their default too. */
export async function settingsOf(hand: ObsHand, inputName: string): Promise<ObsAnswer> {
  const { inputSettings, inputKind } = await hand.call('GetInputSettings', { inputName });
  const { defaultInputSettings } = await hand.call('GetInputDefaultSettings', { inputKind });
  return { ...(defaultInputSettings as ObsAnswer), ...(inputSettings as ObsAnswer) };
}

/** The browser sources of OBS that show the overlay. */
export async function oursIn(on: ObsStage, hand: ObsHand): Promise<OurSource[]> {
  const { inputs } = await hand.call('GetInputList', { inputKind: 'browser_source' });
  const all = await Promise.all(
    (inputs as ObsAnswer[]).map(async ({ inputName }) => ({
      name: String(inputName),
      settings: await settingsOf(hand, String(inputName)).catch(noneIfGone),
    })),
  );
  const [ours] = on.overlayUrl.split('?');
  return all.filter(({ settings }) => String(settings['url']).split('?')[0] === ours);
}

/** It may be removed between the list and the look at it; any other failure is thrown. */
function noneIfGone(failure: unknown): ObsAnswer {
  if (failure instanceof Error && 'code' in failure && failure.code === NO_SOURCE) return {};
  throw failure;
}

/**
 * Takes every source that shows the overlay out of OBS, item by item: a source that is removed as a
 * whole stays listed in scenes that are not drawn.
 */
export async function forgetOurs(on: ObsStage, hand: ObsHand): Promise<void> {
  for (const { name } of await oursIn(on, hand)) await takeOut(hand, name);
  await vi.waitFor(async () => expect(await oursIn(on, hand)).toEqual([]));
}

/** See `forgetOurs`. */
export async function takeOut(hand: ObsHand, source: string): Promise<void> {
  const { scenes } = await hand.call('GetSceneList');
  for (const { sceneName } of scenes as ObsAnswer[]) {
    const items = await itemsOf(hand, String(sceneName));
    for (const { id } of items.filter((item) => item.source === source)) {
      await hand.call('RemoveSceneItem', { sceneName, sceneItemId: id }).catch(noneIfGone);
    }
  }
}

/** So long a page that runs may take to answer on a busy machine. */
const ANSWERS_WITHIN_MS = 700;

/**
 * Does this to the page of a source. On a busy machine the kit can't always tell which process draws a
 * page, and may freeze another one: then the page still answers, and it is tried again.
 */
export function strike(
  { obs: { browserHost } }: ObsStage,
  source: string,
  fault: 'freeze' | 'crash' | 'blank',
): Promise<void> {
  const answers = (): Promise<boolean> => {
    const answer = browserHost.evaluate(source, '1').then(
      () => true,
      () => false,
    );
    const silence = new Promise<false>((passed) => {
      setTimeout(() => passed(false), ANSWERS_WITHIN_MS);
    });
    return Promise.race([answer, silence]);
  };
  const once = async (): Promise<void> => {
    await browserHost.fault(source, fault);
    if (fault !== 'freeze' || !(await answers())) return;
    await browserHost.fault(source, 'thaw');
    throw new Error('Another process was frozen.');
  };
  return vi.waitFor(once, { interval: 500 });
}

/** Waits until the overlay is proved, without a press: Stagelight looks by itself. `since`: epoch milliseconds. */
export function untilProved(on: ObsStage, since = 0): Promise<ObsProof> {
  return on.proof((proof) => proof.state === 'proved' && proof.at >= since);
}

/**
 * Streams to a sink, as a streamer who presses again: on a busy machine a sink opens its port too late
 * for OBS.
 */
export async function startStream(on: ObsStage, hand: ObsHand): Promise<void> {
  const once = async () => {
    await hand.call('StartStream').catch((failure: unknown) => failure);
    await on.dashboard.until('obs', (state) => state?.streaming === true, 5_000);
  };
  await vi.waitFor(once, { timeout: 2 * HANGS_MS, interval: 500 });
}

/** Sets the overlay up by its button and waits for the proof; the name of its source. */
export async function setUpAndProve(on: ObsStage, hand: ObsHand): Promise<string> {
  const since = Date.now();
  await on.dashboard.ask('obs.set-up', { scenes: [], audio: 'desktop' });
  await untilProved(on, since);
  const [ours] = await oursIn(on, hand);
  if (!ours) throw new Error('No source shows the overlay.');
  await on.obs.browserHost.when(ours.name, ({ page }) => page === 'loaded');
  return ours.name;
}
