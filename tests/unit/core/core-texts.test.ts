import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { startSimulator } from '../../../electron/simulator/server.ts';
import type { StageEvent } from '../../../shared/events.ts';
import type { OverlayDown } from '../../../shared/overlay/overlay-feed.ts';
import { wireFrame } from '../../fixtures/wire-events.ts';
import { receiveText } from '../../support/receive-text.ts';
import { makeTempFolders } from '../base/temp-folder.ts';
import { type CoreWorld, startCoreWorld } from './core-world.ts';

const tempFolder = makeTempFolders();
/** The same texts in every run; another number tries others. */
const SEED = 20_261_122;
const RUNS = 150;

/** Single units of UTF-16, so that halves of pairs stand alone. */
const units = fc.string({
  unit: fc.integer({ min: 0, max: 0xffff }).map((n) => String.fromCharCode(n)),
});
/** What has been changed on the way by some software or other. */
const traps = fc.constantFrom(
  ...['\u0000', '\r\n', '\n', '\t', ' ', '\u00a0', '\u2028', '\ufeff', '\u200d', '\u202e'],
  ...['e\u0301', 'é', 'ﬀ', '각', '각', '👩‍👩‍👧‍👦', '🏳️‍🌈', '\ud83d', '\udc69', '\ufffd'],
  ...['<b>&amp;</b>', '</script>', '{{name}}', '$&', '%s', '\\u0041', "'; --", '"', '＜', '=1+1'],
);
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  units,
  fc
    .array(fc.oneof(traps, fc.string({ unit: 'grapheme', maxLength: 3 })), { maxLength: 12 })
    .map((parts) => parts.join('')),
);

const texts = fc.record({ words: text, name: text, shop: text, item: text, more: text });
type Texts = {
  readonly words: string;
  readonly name: string;
  readonly shop: string;
  readonly item: string;
  readonly more: string;
};

/** Frames of all kinds that say these texts. */
function framesOf({ words, name, shop, item, more }: Texts): readonly string[] {
  const profile = { nickname: name, badges: [] };
  return [
    wireFrame('CHAT', { content: words, profile }),
    wireFrame('DONATION', { donationText: words, donatorNickname: name }),
    wireFrame('SUBSCRIPTION', { subscriptionMessage: words, subscriberChannelName: name }),
    wireFrame('DROPS', { rewardTitle: words, rewardDescription: more }),
    wireFrame('GOODS_PURCHASE', {
      content: words,
      profile,
      shopName: shop,
      representativeItemName: item,
    }),
  ];
}

/** The same texts as they must arrive: half a pair may become U+FFFD, nothing else may change. */
function expectedOf(given: Texts): readonly object[] {
  const said = (value: string): string => value.toWellFormed();
  const named = (value: string): string | null => (value === '' ? null : said(value));
  const { words, name, shop, item, more } = given;
  const profile = { nickname: said(name) };
  return [
    { content: said(words), profile },
    { donationText: said(words), donatorNickname: named(name) },
    { subscriptionMessage: said(words), subscriberChannelName: named(name) },
    { rewardTitle: said(words), rewardDescription: said(more) },
    { content: said(words), profile, shopName: said(shop), representativeItemName: said(item) },
  ];
}

function openOverlay({ core }: CoreWorld) {
  const events = new Map<number, StageEvent>();
  let wake = (): void => undefined;
  const hear = (bytes: Buffer): boolean => {
    const frame = JSON.parse(String(bytes)) as OverlayDown;
    if (frame.type === 'batch') for (const event of frame.events) events.set(event.seq, event);
    wake();
    return true;
  };
  const page = core.pageServer.openPage('overlay', {
    trySend: hear,
    forceSend: hear,
    close: () => undefined,
  });
  page.onText(JSON.stringify({ type: 'attach', epoch: null, after: 0 }));
  const until = async (seq: number): Promise<void> => {
    while (!events.has(seq)) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return { events, until };
}

/** All events of the ledger, by number. */
async function booked({ core }: CoreWorld): Promise<ReadonlyMap<number, StageEvent>> {
  const found = new Map<number, StageEvent>();
  for (let after: number | null = 0; after !== null; ) {
    const asked = { broadcast: 'last', after, limit: 500 };
    const page = (await core.pageServer.runCommand('broadcast.events', asked)) as {
      readonly events: readonly StageEvent[];
      readonly next: number | null;
    };
    for (const event of page.events) found.set(event.seq, event);
    after = page.next;
  }
  return found;
}

it('a viewer’s text is the same in the frame, on the overlay and in the books', async () => {
  const simulator = await startSimulator({ redirectUris: [] });
  const redirectUri = 'http://127.0.0.1:9/callback';
  const world = await startCoreWorld({ simulator, redirectUri, folder: tempFolder() });
  onTestFinished(async () => {
    await world.core.stop();
    await simulator.dispose();
  });
  const overlay = openOverlay(world);
  const { hub } = world.core;
  const all = new Map<number, object>();
  await fc.assert(
    fc.asyncProperty(texts, async (given) => {
      const first = hub.lastSeq + 1;
      for (const frame of framesOf(given)) receiveText(hub, frame);
      hub.flush();
      await overlay.until(first + 4);
      for (const [index, data] of expectedOf(given).entries()) {
        expect(overlay.events.get(first + index)?.data).toMatchObject(data);
        all.set(first + index, data);
      }
    }),
    { seed: SEED, numRuns: RUNS },
  );
  const repository = await booked(world);
  expect(all.size).toBeGreaterThanOrEqual(RUNS * 5);
  for (const [seq, data] of all) expect(repository.get(seq)?.data).toMatchObject(data);
});
