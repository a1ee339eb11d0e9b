import { expect, vi } from 'vitest';
import type { ObsAnswer, ObsHand, SourceState } from './obs-kit.ts';
import type { ObsStage } from './obs-stage.ts';

export interface Item {
  readonly id: number;
  readonly source: string;
  readonly enabled: boolean;
  readonly locked: boolean;
  readonly transform: Readonly<Record<string, unknown>>;
}

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
      ...(await hand.call('GetInputSettings', { inputName })),
      ...(await hand.call('GetInputMute', { inputName }).catch(() => ({}))),
    })),
  );
  return { currentProgramSceneName, names, lists, settings };
}

/** The browser sources of OBS that show the overlay. */
export const oursIn = (on: ObsStage): SourceState[] =>
  on.obs.browserHost
    .sources()
    .filter(
      ({ settings }) => String(settings['url']).split('?')[0] === on.overlayUrl.split('?')[0],
    );

/**
 * Takes every source that shows the overlay out of OBS, item by item: a source that is removed as a
 * whole stays listed in scenes that are not drawn.
 */
export async function forgetOurs(on: ObsStage, hand: ObsHand): Promise<void> {
  const ours = new Set(oursIn(on).map(({ name }) => name));
  const { scenes } = await hand.call('GetSceneList');
  for (const { sceneName } of scenes as ObsAnswer[]) {
    for (const { id, source } of await itemsOf(hand, String(sceneName))) {
      if (ours.has(source)) await hand.call('RemoveSceneItem', { sceneName, sceneItemId: id });
    }
  }
  await vi.waitFor(() => expect(oursIn(on)).toEqual([]), { timeout: 3_000 });
}

/** Sets the overlay up by its button and waits for the proof; the name of its source. */
export async function setUpAndProve(on: ObsStage, scenes: readonly string[] = []): Promise<string> {
  await on.dashboard.ask('obs.set-up', { scenes: [...scenes], audio: 'desktop' });
  await on.dashboard.ask('obs.check', {});
  await on.proof(({ state }) => state === 'proved', 15_000);
  const [ours] = oursIn(on);
  if (!ours) throw new Error('No source shows the overlay.');
  return ours.name;
}
