import { beforeEach, describe, expect, it } from 'vitest';
import { parseDownFrame } from '../../../renderer/bridge/frames.ts';
import {
  actionOf,
  createDashboard,
  type Dashboard,
  selectMedia,
} from '../../../renderer/stores/dashboard-store.ts';
import { MEDIA_COMMANDS } from '../../../shared/contract/media.ts';
import type { MediaItem } from '../../../shared/overlay/media.ts';
import { settle, VirtualClock } from '../../support/virtual-clock.ts';
import { HeldBridge, PROBLEM, pageClock } from '../dashboard/support.ts';

const ITEM: MediaItem = {
  hash: 'a'.repeat(64),
  name: 'ding.wav',
  type: 'audio/wav',
  bytes: 5,
  addedAt: 1,
  uses: 0,
  broken: false,
};

let bridge: HeldBridge;
let dashboard: Dashboard;

beforeEach(() => {
  bridge = new HeldBridge();
  dashboard = createDashboard({
    bridge,
    clock: pageClock(new VirtualClock()),
    openAddress: () => {},
    language: 'ko',
  });
});

const phase = (name: Parameters<typeof actionOf>[0]) =>
  actionOf(name)(dashboard.store.getState()).phase;

function fileOf(bytes: Uint8Array<ArrayBuffer>, name = 'ding.wav'): File {
  return new File([bytes], name);
}

/** Answers everything that is asked; the parts that have come, decoded. */
async function serve(): Promise<Buffer[]> {
  const parts: Buffer[] = [];
  for (let index = 0; ; index += 1) {
    while (bridge.asked.length <= index) await new Promise((resolve) => setImmediate(resolve));
    const asked = bridge.asked[index];
    if (asked?.name === 'media.begin') asked.answer({ upload: 'u-1' });
    if (asked?.name === 'media.part') {
      const { upload, index: place, data } = MEDIA_COMMANDS['media.part'].args.parse(asked.args);
      expect([upload, place]).toEqual(['u-1', parts.length]);
      parts.push(Buffer.from(data, 'base64'));
      asked.answer({});
    }
    if (asked?.name === 'media.finish') {
      asked.answer(ITEM);
      return parts;
    }
  }
}

describe('a file for the media library', () => {
  it('goes out in parts of at most 32 kB and arrives as it was', async () => {
    const bytes = Uint8Array.from({ length: 100_000 }, (_, at) => (at * 31) % 256);
    const shares: number[] = [];
    const added = dashboard.addMedia(fileOf(bytes), (share) => shares.push(share));
    const parts = await serve();
    expect(await added).toEqual(ITEM);
    expect(parts.map(({ length }) => length)).toEqual([32_768, 32_768, 32_768, 1_696]);
    expect(Buffer.concat(parts).equals(bytes)).toBe(true);
    expect(bridge.asked[0]?.args).toEqual({ name: 'ding.wav', bytes: 100_000 });
    expect(shares).toEqual([0, 0.32768, 0.65536, 0.98304, 1]);
    expect(phase('media.add')).toBe('done');
  });

  it('of exactly two parts has no third, and none of nothing has any', async () => {
    const added = dashboard.addMedia(fileOf(new Uint8Array(65_536)));
    expect((await serve()).map(({ length }) => length)).toEqual([32_768, 32_768]);
    await added;
  });

  it('with a name longer than the contract allows keeps the end of it', async () => {
    void dashboard.addMedia(fileOf(new Uint8Array(1), `${'a'.repeat(2_000)}.wav`));
    await settle();
    expect(MEDIA_COMMANDS['media.begin'].args.safeParse(bridge.asked[0]?.args).success).toBe(true);
    expect(JSON.stringify(bridge.asked[0]?.args)).toContain('a.wav"');
  });

  it('that is refused stops, and the action says why', async () => {
    const added = dashboard.addMedia(fileOf(new Uint8Array(100_000)));
    await settle();
    bridge.last.answer({ upload: 'u-1' });
    while (bridge.asked.length < 2) await new Promise((resolve) => setImmediate(resolve));
    bridge.last.refuse();
    expect(await added).toBeNull();
    expect(actionOf('media.add')(dashboard.store.getState())).toEqual({
      phase: 'failed',
      problem: PROBLEM,
    });
    expect(bridge.asked).toHaveLength(2);
  });

  it('waits for the one before it: a second at the same time is not taken', async () => {
    const first = dashboard.addMedia(fileOf(new Uint8Array(5)));
    expect(await dashboard.addMedia(fileOf(new Uint8Array(5)))).toBeNull();
    await serve();
    expect(await first).toEqual(ITEM);
  });
});

it('an item is taken out by its hash', async () => {
  const removed = dashboard.removeMedia(ITEM.hash);
  expect(bridge.last).toMatchObject({ name: 'media.remove', args: { hash: ITEM.hash } });
  expect(phase(`media.remove#${ITEM.hash}`)).toBe('pending');
  bridge.last.answer({});
  await removed;
  expect(phase(`media.remove#${ITEM.hash}`)).toBe('done');
});

it('the library is as the core last told it', () => {
  expect(selectMedia(dashboard.store.getState())).toBeNull();
  bridge.feeds.tell({ type: 'feed', feed: 'media', value: [ITEM] });
  expect(selectMedia(dashboard.store.getState())).toEqual([ITEM]);
});

it('a frame loses only the items that cannot be used', () => {
  const items = [ITEM, null, { ...ITEM, type: 'text/html' }, { ...ITEM, hash: 1 }];
  const read = (value: unknown) =>
    parseDownFrame(JSON.stringify({ type: 'feed', feed: 'media', value }));
  expect(read(items)).toEqual({ type: 'feed', feed: 'media', value: [ITEM] });
  expect(read({})).toBeNull();
});
