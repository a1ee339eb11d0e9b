import { join } from 'node:path';
import { z } from 'zod';
import { readTextOrNull, setAside, writeFileAtomic } from '../../base/atomic-file.ts';
import { type Clock, delay } from '../../base/clock.ts';
import type { Files } from '../../base/files.ts';
import type { Logger } from '../../base/log.ts';
import type { ObsCalls } from './obs-calls.ts';
import { ObsGoneError, ObsRefusedError, ObsSlowError } from './obs-errors.ts';
import { BROWSER_KIND, type ObsItem, type ObsLookWithNames } from './obs-look.ts';
import { copySound, filtersOf, makingFilters, settingFilters } from './obs-source-copy.ts';
import type { ItemPlace, ObsHands } from './setup-steps.ts';
import { type Transform, writable } from './setup-transform.ts';

/** What is under way, on disk before OBS hears of it. */
const entrySchema = z.object({
  /** `making`: taken back after a crash. `made`: finished after a crash. */
  phase: z.enum(['making', 'made']),
  /** The scene collection; null: OBS does not say. */
  collection: z.string().nullable(),
  input: z.string(),
  /** The new source's name until the old one is gone. */
  spare: z.string(),
});
type Entry = z.infer<typeof entrySchema>;

interface RecreateParts {
  readonly calls: ObsCalls;
  readonly hands: Pick<
    ObsHands,
    'setTransform' | 'setEnabled' | 'setLocked' | 'setIndex' | 'removeItem'
  >;
  readonly look: () => Promise<ObsLookWithNames>;
  readonly dataDir: string;
  readonly files: Files;
  readonly clock: Clock;
  readonly log: Logger;
}

const EXISTS = 601;
/** OBS frees the name of a removed source up to 110 ms later; a busy one later. */
const REACHED_WITHIN_MS = 3_000;
const LOOK_EVERY_MS = 40;

/**
 * Makes a source anew in place: the new one is complete, hidden and directly above the old one in every
 * scene, before the old one goes. What a crash leaves is taken back, or finished, by `settle`.
 */
export class ObsRecreate {
  readonly #parts: RecreateParts;
  readonly #path: string;

  constructor(parts: RecreateParts) {
    this.#parts = parts;
    this.#path = join(parts.dataDir, 'obs-heal.json');
  }

  /** Rejects if OBS does not do it; then the old source is there as before, or will be. */
  async recreate(input: string, url: string): Promise<void> {
    await this.settle();
    const look = await this.#parts.look();
    const spare = freeName(input, look.names);
    const collection = await sceneCollectionOf(this.#parts.calls);
    const entry: Entry = { phase: 'making', collection, input, spare };
    await this.#write(entry);
    try {
      await this.#make(entry, url, look);
      await this.#write({ ...entry, phase: 'made' });
      await this.#swap(entry);
    } catch (failure) {
      if (!(failure instanceof ObsGoneError)) await this.#settleQuietly();
      throw failure;
    }
    await this.#forget();
  }

  /** To be called at each connection. */
  async settle(): Promise<void> {
    const entry = await this.#read();
    if (!entry) return;
    const present = await sceneCollectionOf(this.#parts.calls);
    if (entry.collection !== null && present !== null && entry.collection !== present) return;
    const { names } = await this.#parts.look();
    if (names.has(entry.spare)) {
      if (entry.phase === 'making' && names.has(entry.input)) await this.#remove(entry.spare);
      else await this.#swap(entry);
      this.#parts.log.info('a source of OBS that was being made anew has been settled');
    }
    await this.#forget();
  }

  async #settleQuietly(): Promise<void> {
    await this.settle().catch((failure: unknown) => {
      this.#parts.log.warn('a source of OBS could not be settled yet', { failure });
    });
  }

  async #make({ input, spare }: Entry, url: string, look: ObsLookWithNames): Promise<void> {
    const { calls, hands } = this.#parts;
    const { inputSettings } = await calls.call('GetInputSettings', { inputName: input });
    const hidden = { sceneItemEnabled: false };
    let isMade = false;
    for (const { scene, item } of placesOf(input, look)) {
      const { sceneItemId } = isMade
        ? await calls.call('CreateSceneItem', { sceneName: scene, sourceName: spare, ...hidden })
        : await calls.call('CreateInput', {
            sceneName: scene,
            inputName: spare,
            inputKind: BROWSER_KIND,
            inputSettings: { ...inputSettings, url },
            ...hidden,
          });
      isMade = true;
      const made = { scene, item: sceneItemId };
      await this.#isThere(made);
      await hands.setTransform(made, spare, placedAs(item));
      await hands.setLocked(made, spare, item.locked);
      const { sceneItemIndex } = await calls.call('GetSceneItemIndex', {
        sceneName: scene,
        sceneItemId: item.id,
      });
      await hands.setIndex(made, spare, sceneItemIndex + 1);
      await this.#blendAs(scene, item.id, sceneItemId);
    }
    await copySound(calls, input, spare);
    await this.#copyFilters(input, spare);
  }

  async #copyFilters(input: string, spare: string): Promise<void> {
    const { calls } = this.#parts;
    const filters = await filtersOf(calls, input);
    if (filters.length === 0) return;
    await calls.batch(makingFilters(spare, filters));
    await this.#until(async () => (await filtersOf(calls, spare)).length >= filters.length);
    await calls.batch(settingFilters(spare, filters));
  }

  /** Older versions of OBS have no blend modes. */
  async #blendAs(sceneName: string, from: number, to: number): Promise<void> {
    const { calls } = this.#parts;
    const at = { sceneName, sceneItemId: from };
    const [mode] = await calls.batch([{ requestType: 'GetSceneItemBlendMode', requestData: at }]);
    const sceneItemBlendMode = mode?.ok ? mode.data['sceneItemBlendMode'] : null;
    if (typeof sceneItemBlendMode !== 'string') return;
    const requestData = { sceneName, sceneItemId: to, sceneItemBlendMode };
    await calls.batch([{ requestType: 'SetSceneItemBlendMode', requestData }]);
  }

  /** Shows the new one, removes the old one, and gives its name to the new one. */
  async #swap({ input, spare }: Entry): Promise<void> {
    const { hands } = this.#parts;
    const look = await this.#parts.look();
    for (const { name: scene } of look.scenes.values()) {
      const [olds, news] = [itemsIn(scene, input, look), itemsIn(scene, spare, look)];
      // What is gone already was shown before.
      if (olds.length !== news.length) continue;
      for (const [index, { enabled }] of olds.entries()) {
        const item = news[index];
        if (item && enabled) await hands.setEnabled({ scene, item: item.id }, spare, true);
      }
    }
    await this.#remove(input);
    await this.#rename(spare, input);
  }

  /** Scene by scene: the last item takes the source along. */
  async #remove(source: string): Promise<void> {
    for (const { scene, item } of placesOf(source, await this.#parts.look())) {
      await this.#parts.hands.removeItem({ scene, item: item.id }, source);
    }
  }

  async #rename(inputName: string, newInputName: string): Promise<void> {
    const { calls } = this.#parts;
    await this.#until(async () => {
      try {
        await calls.call('SetInputName', { inputName, newInputName });
        return true;
      } catch (failure) {
        // The old one's name is not free yet.
        if (failure instanceof ObsRefusedError && failure.status === EXISTS) return false;
        throw failure;
      }
    });
    await this.#until(async () => (await this.#parts.look()).browsers.has(newInputName));
  }

  async #isThere({ scene, item }: ItemPlace): Promise<void> {
    await this.#until(async () => {
      const { sceneItems } = await this.#parts.calls.call('GetSceneItemList', { sceneName: scene });
      return sceneItems.some(({ sceneItemId }) => sceneItemId === item);
    });
  }

  /** OBS answers before a request takes effect. Rejects with `ObsSlowError` if it never does. */
  async #until(isReached: () => Promise<boolean>): Promise<void> {
    const { clock } = this.#parts;
    const until = clock.monotonic() + REACHED_WITHIN_MS;
    while (!(await isReached())) {
      if (clock.monotonic() >= until) throw new ObsSlowError();
      await delay(clock, LOOK_EVERY_MS);
    }
  }

  async #read(): Promise<Entry | null> {
    const { files, clock, log } = this.#parts;
    const text = await readTextOrNull(this.#path, files);
    if (text === null) return null;
    try {
      return entrySchema.parse(JSON.parse(text));
    } catch (failure) {
      log.warn('the journal of healing OBS cannot be read', { failure });
      await setAside(this.#path, files, clock);
      return null;
    }
  }

  async #write(entry: Entry): Promise<void> {
    await writeFileAtomic(this.#path, `${JSON.stringify(entry)}\n`, this.#parts.files);
  }

  async #forget(): Promise<void> {
    await this.#parts.files.remove(this.#path);
  }
}

interface Place {
  readonly scene: string;
  readonly item: ObsItem;
}

/** In scenes only: OBS has no request to put something into a group. */
function placesOf(source: string, look: ObsLookWithNames): readonly Place[] {
  return [...look.scenes.values()].flatMap(({ name, isGroup }) =>
    isGroup ? [] : itemsIn(name, source, look).map((item) => ({ scene: name, item })),
  );
}

function itemsIn(scene: string, source: string, look: ObsLookWithNames): readonly ObsItem[] {
  return look.scenes.get(scene)?.items.filter((item) => item.source === source) ?? [];
}

/** What follows from the rest, or from the source. */
const READ_ONLY = ['width', 'height', 'sourceWidth', 'sourceHeight'];

function placedAs({ transform }: ObsItem): Transform {
  const settable = Object.entries(transform).filter(
    (entry): entry is [string, string | number | boolean] =>
      !READ_ONLY.includes(entry[0]) && ['string', 'number', 'boolean'].includes(typeof entry[1]),
  );
  return writable(Object.fromEntries(settable));
}

function freeName(input: string, taken: ReadonlySet<string>): string {
  let copy = 2;
  while (taken.has(`${input} ${copy}`)) copy += 1;
  return `${input} ${copy}`;
}

async function sceneCollectionOf(calls: Pick<ObsCalls, 'call'>): Promise<string | null> {
  try {
    const answer = await calls.call('GetSceneCollectionList');
    const { currentSceneCollectionName: name } = answer;
    return typeof name === 'string' ? name : null;
  } catch (failure) {
    if (failure instanceof ObsRefusedError) return null;
    throw failure;
  }
}
