import { describe, expect, it, onTestFinished } from 'vitest';
import { DisposableStore } from '../../../electron/base/disposables.ts';
import { Emitter } from '../../../electron/base/emitter.ts';
import { createLogger, Redactor } from '../../../electron/base/log.ts';
import type { ControlParts } from '../../../electron/wiring/control-parts.ts';
import { watchLive } from '../../../electron/wiring/live-watching.ts';
import { streamRoom } from '../../../electron/wiring/stream-room.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../../shared/settings.ts';
import { settle, VirtualClock } from '../../support/virtual-clock.ts';
import { memoryLedger } from '../ledger/support.ts';
import { ALL_SCOPES, FakeStream } from '../stream/support.ts';

const rethrow = (failure: unknown): void => {
  throw failure;
};

function openRoom() {
  const clock = new VirtualClock();
  const api = new FakeStream();
  const lines: string[] = [];
  const redactor = new Redactor();
  const log = createLogger(clock, redactor, (line) => lines.push(line));
  const identified = new Emitter<string | null>(rethrow);
  const accountState = new Emitter<{ readonly kind: string }>(rethrow);
  const changed = new Emitter<Settings>(rethrow);
  let settings = DEFAULT_SETTINGS;
  const keeper = {
    get: () => settings,
    onChange: changed.on,
    async update(change: Partial<Settings> | ((now: Settings) => Partial<Settings>)) {
      settings = { ...settings, ...(typeof change === 'function' ? change(settings) : change) };
      changed.fire(settings);
      return settings;
    },
  };
  let keys = 0;
  const makeKey = () => `key-${++keys}`;
  const parts = {
    options: { clock, log, redactor, makeKey, random: () => 0.5, settings: keeper },
    client: { ...api, streams: { key: async () => 'live_secret_key' } },
    tokens: { grant: { scopes: ALL_SCOPES } },
    account: { onIdentified: identified.on, onChange: accountState.on },
    ledger: memoryLedger(clock),
  };
  const owned = new DisposableStore();
  onTestFinished(() => owned.dispose());
  // Of all the parts of the house the room takes these.
  const taken = parts as unknown as ControlParts;
  const watch = watchLive(taken, owned);
  const room = streamRoom(taken, watch, owned);
  return { room, watch, api, identified, accountState, log, lines, owned, clock };
}

describe('the room of the stream', () => {
  it('reads when it is known who signed in, not before', async () => {
    const { room, api, identified } = openRoom();
    await settle();
    expect(api.calls).toEqual([]);
    identified.fire('me');
    await settle();
    expect(room.feed.read().settings?.value.defaultLiveTitle).toBe('첫 제목');
  });

  it('has the status of the one watch, which is asked once for everybody and ends with the sign-in', async () => {
    const { room, watch, api, identified, accountState, clock } = openRoom();
    api.world.isLive = true;
    identified.fire('me');
    await settle();
    expect(api.count('lives.status')).toBe(1);
    expect(room.feed.read().live).toBe(watch.known);
    expect(watch.onAir?.isLive).toBe(true);
    await clock.advance(10 * 60_000);
    expect(api.count('lives.status')).toBe(11);
    accountState.fire({ kind: 'signed-out' });
    await clock.advance(10 * 60_000);
    expect(api.count('lives.status')).toBe(11);
    expect(watch.onAir).toBeNull();
    expect(room.feed.read().live?.value.isLive).toBe(true);
  });

  it('hides the stream key from the log as soon as it is known, and from the feed always', async () => {
    const { room, log, lines } = openRoom();
    expect(await room.commands['stream.key']({})).toEqual({ streamKey: 'live_secret_key' });
    log.info('somebody wrote live_secret_key into a line');
    expect(lines.join()).not.toContain('live_secret_key');
    expect(JSON.stringify(room.feed.read())).not.toContain('live_secret_key');
  });

  it('keeps presets in the settings, and says that they are different', async () => {
    const { room } = openRoom();
    let said = 0;
    onTestFinished(() => heard.dispose());
    const heard = room.feed.onChange(() => {
      said += 1;
    });
    const preset = { id: null, name: '밤', change: { chatSlowModeSec: 5 } };
    const { id } = await room.commands['stream.preset-save'](preset);
    expect(room.feed.read().presets).toEqual([{ ...preset, id }]);
    expect(said).toBe(1);
    await room.commands['stream.preset-remove']({ id });
    expect(room.feed.read().presets).toEqual([]);
  });

  it.each([
    ['stream.look', {}],
    ['stream.refresh', {}],
    ['stream.set', { tags: ['b'], basedOn: {} }],
    ['stream.set-chat', { chatSlowModeSec: 5, basedOn: {} }],
  ] as const)('answers %s with nothing: the feed says what came of it', async (name, args) => {
    const { room, identified } = openRoom();
    identified.fire('me');
    await settle();
    const run = room.commands[name] as (args: unknown) => Promise<unknown>;
    expect(await run(args)).toBeUndefined();
  });

  it('finds categories', async () => {
    const { room } = openRoom();
    const { categories } = await room.commands['stream.categories']({ keyword: 'a' });
    expect(categories.map(({ categoryId }) => categoryId)).toEqual(['a']);
  });

  it('asks for nothing more once it is over', async () => {
    const { api, identified, owned, clock } = openRoom();
    owned.dispose();
    identified.fire('me');
    await clock.advance(600_000);
    expect(api.calls).toEqual([]);
    expect(clock.pendingTimers).toBe(0);
  });
});
