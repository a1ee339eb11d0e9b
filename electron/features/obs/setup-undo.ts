import type { ObsItem, ObsLookWithNames } from './obs-look.ts';
import { isOurs, type OurAddresses } from './our-address.ts';
import type { SetupRecord } from './setup-journal.ts';
import type { SetupStep, SourceSettings } from './setup-plan.ts';
import type { ObsHands } from './setup-steps.ts';
import { hasTransform, writable } from './setup-transform.ts';

/** Stands in the journal for the overlay's address, whose key belongs in the vault alone. */
const OUR_ADDRESS = '<overlay>';

/** What is written down before the step is carried out. */
export function recordOf(
  step: SetupStep,
  look: ObsLookWithNames,
  { current }: OurAddresses,
): readonly SetupRecord[] {
  switch (step.kind) {
    case 'create':
    case 'add': {
      const items = look.scenes.get(step.scene)?.items.map(({ id }) => id) ?? [];
      return [{ kind: 'item', scene: step.scene, input: step.input, items }];
    }
    case 'settings': {
      const [before, after] = [hideKey(step.before, current), hideKey(step.settings, current)];
      return [{ kind: 'settings', input: step.input, before, after }];
    }
    case 'unmute':
      return [{ kind: 'unmute', input: step.input }];
    case 'place': {
      const { scene, input, item, before, transform } = step;
      return [{ kind: 'place', scene, input, item, before, after: transform }];
    }
    case 'show':
    case 'hide':
    case 'lock': {
      const { kind, scene, input, item } = step;
      return [{ kind, scene, input, item }];
    }
    case 'raise': {
      const { scene, input, item, before } = step;
      return [{ kind: 'raise', scene, input, item, before }];
    }
  }
}

function hideKey({ url, ...rest }: SourceSettings, current: string): SourceSettings {
  if (typeof url !== 'string') return rest;
  const isCurrent = current !== '' && url.startsWith(current);
  return { ...rest, url: isCurrent ? OUR_ADDRESS + url.slice(current.length) : url };
}

export interface TakeBackParts {
  readonly hands: ObsHands;
  readonly addresses: OurAddresses;
  readonly look: () => Promise<ObsLookWithNames>;
}

/**
 * Takes records back, the newest first. A change that never came about, or was taken back already, is
 * passed over, so that this can be done again after a crash. Answers the names of what the streamer has
 * changed since: that is left as it is.
 */
export async function takeBack(
  records: readonly SetupRecord[],
  parts: TakeBackParts,
): Promise<readonly string[]> {
  const kept = new Set<string>();
  let look = await parts.look();
  for (const record of records.toReversed()) {
    // Where an item stands depends on what has been taken out meanwhile.
    if (record.kind === 'raise') look = await parts.look();
    const isDone = await takeOneBack(record, parts, look);
    if (!isDone) kept.add(record.input);
  }
  return [...kept];
}

/** False: the streamer changed it since. */
async function takeOneBack(
  record: SetupRecord,
  { hands, addresses }: TakeBackParts,
  look: ObsLookWithNames,
): Promise<boolean> {
  switch (record.kind) {
    case 'item':
      return removeItem(record, hands, look, addresses);
    case 'settings':
      return restoreSettings(record, hands, look, addresses);
    case 'unmute':
      if (look.browsers.get(record.input)?.muted === false) {
        await hands.setMuted(record.input, true);
      }
      return look.browsers.has(record.input);
    default:
      return restoreItem(record, hands, look);
  }
}

type RecordOf<K extends SetupRecord['kind']> = Extract<SetupRecord, { kind: K }>;

async function removeItem(
  { scene, input, items }: RecordOf<'item'>,
  hands: ObsHands,
  look: ObsLookWithNames,
  addresses: OurAddresses,
): Promise<boolean> {
  const added = look.scenes.get(scene)?.items.filter(({ id }) => !items.includes(id)) ?? [];
  // The streamer may have given the source another name.
  const isRenamed = ({ source }: ObsItem) => {
    const browser = look.names.has(input) ? undefined : look.browsers.get(source);
    return browser !== undefined && isOurs(browser.settings, addresses);
  };
  const item = added.find(({ source }) => source === input) ?? added.find(isRenamed);
  if (item) await hands.removeItem({ scene, item: item.id }, item.source);
  return true;
}

async function restoreSettings(
  { input, before, after }: RecordOf<'settings'>,
  hands: ObsHands,
  look: ObsLookWithNames,
  addresses: OurAddresses,
): Promise<boolean> {
  const browser = look.browsers.get(input);
  if (!browser) return false;
  const present = browser.settings;
  const was = { ...before };
  if (typeof was['url'] === 'string') {
    was['url'] = was['url'].replace(OUR_ADDRESS, addresses.current);
  }
  const isAsWeMadeIt = (name: string) =>
    name === 'url' ? isOurs(present, addresses) : present[name] === after[name];
  const changed = Object.keys(after).filter((name) => present[name] !== was[name]);
  const restored = changed.filter((name) => isAsWeMadeIt(name) && was[name] !== undefined);
  if (restored.length > 0) {
    const values = restored.map((name) => [name, was[name] ?? ''] as const);
    await hands.setSettings(input, Object.fromEntries(values));
  }
  return restored.length === changed.length;
}

async function restoreItem(
  record: RecordOf<'place' | 'show' | 'hide' | 'raise' | 'lock'>,
  hands: ObsHands,
  look: ObsLookWithNames,
): Promise<boolean> {
  const { scene, input } = record;
  const items = look.scenes.get(scene)?.items ?? [];
  const index = items.findIndex(({ id }) => id === record.item);
  const item = items[index];
  if (!item) return false;
  const at = { scene, item: item.id };
  switch (record.kind) {
    case 'place': {
      const before = writable(record.before);
      if (hasTransform(item.transform, before)) return true;
      if (!hasTransform(item.transform, record.after)) return false;
      await hands.setTransform(at, input, before);
      return true;
    }
    case 'show':
    case 'hide': {
      const was = record.kind === 'hide';
      if (item.enabled !== was) await hands.setEnabled(at, input, was);
      return true;
    }
    case 'lock':
      if (item.locked) await hands.setLocked(at, input, false);
      return true;
    case 'raise':
      if (index === record.before) return true;
      if (index !== items.length - 1) return false;
      await hands.setIndex(at, input, record.before);
      return true;
  }
}
