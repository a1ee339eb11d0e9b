import { describe, expect, it, onTestFinished } from 'vitest';
import { DisposableStore } from '../../../electron/base/disposables.ts';
import { Emitter } from '../../../electron/base/emitter.ts';
import { createLogger, Redactor } from '../../../electron/base/log.ts';
import { startStream } from '../../../electron/features/stream/index.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../../shared/settings.ts';
import { settle, VirtualClock } from '../../support/virtual-clock.ts';
import { memoryLedger } from '../storage/support.ts';
import { ALL_SCOPES, FakeStream } from './support.ts';

const rethrow = (failure: unknown): void => {
  throw failure;
};

function openStream() {
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
    clock,
    log,
    redactor,
    makeKey,
    random: () => 0.5,
    settings: keeper,
    client: { ...api, streams: { key: async () => 'live_secret_key' } },
    tokens: { grant: { scopes: ALL_SCOPES } },
    account: { onIdentified: identified.on, onChange: accountState.on },
    ledger: memoryLedger(clock),
  };
  const owned = new DisposableStore();
  onTestFinished(() => owned.dispose());
  const stream = startStream(parts as unknown as Parameters<typeof startStream>[0], owned);
  return { stream, watch: stream.live, api, identified, accountState, log, lines, owned, clock };
}

describe('the stream feature', () => {
  it('reads when it is known who signed in, not before', async () => {
    const { stream, api, identified } = openStream();
    await settle();
    expect(api.calls).toEqual([]);
    identified.fire('me');
    await settle();
    expect(stream.feeds.stream.read().settings?.value.defaultLiveTitle).toBe('첫 제목');
  });

  it('has the status of the one watch, which is asked once for everybody and ends with the sign-in', async () => {
    const { stream, watch, api, identified, accountState, clock } = openStream();
    api.world.isLive = true;
    identified.fire('me');
    await settle();
    expect(api.count('lives.status')).toBe(1);
    expect(stream.feeds.stream.read().live).toBe(watch.known);
    expect(watch.onAir?.isLive).toBe(true);
    await clock.advance(10 * 60_000);
    expect(api.count('lives.status')).toBe(11);
    accountState.fire({ kind: 'signed-out' });
    await clock.advance(10 * 60_000);
    expect(api.count('lives.status')).toBe(11);
    expect(watch.onAir).toBeNull();
    expect(stream.feeds.stream.read().live?.value.isLive).toBe(true);
  });

  it('hides the stream key from the log as soon as it is known, and from the feed always', async () => {
    const { stream, log, lines } = openStream();
    expect(await stream.commands['stream.key']({})).toEqual({ streamKey: 'live_secret_key' });
    log.info('somebody wrote live_secret_key into a line');
    expect(lines.join()).not.toContain('live_secret_key');
    expect(JSON.stringify(stream.feeds.stream.read())).not.toContain('live_secret_key');
  });

  it('keeps presets in the settings, and says that they are different', async () => {
    const { stream } = openStream();
    let said = 0;
    onTestFinished(() => heard.dispose());
    const heard = stream.feeds.stream.onChange(() => {
      said += 1;
    });
    const preset = { id: null, name: '밤', change: { chatSlowModeSec: 5 } };
    const { id } = await stream.commands['stream.preset-save'](preset);
    expect(stream.feeds.stream.read().presets).toEqual([{ ...preset, id }]);
    expect(said).toBe(1);
    await stream.commands['stream.preset-remove']({ id });
    expect(stream.feeds.stream.read().presets).toEqual([]);
  });

  it.each([
    ['stream.look', {}],
    ['stream.refresh', {}],
    ['stream.set', { tags: ['b'], basedOn: {} }],
    ['stream.set-chat', { chatSlowModeSec: 5, basedOn: {} }],
  ] as const)('answers %s with nothing: the feed says what came of it', async (name, args) => {
    const { stream, identified } = openStream();
    identified.fire('me');
    await settle();
    const run = stream.commands[name] as (args: unknown) => Promise<unknown>;
    expect(await run(args)).toBeUndefined();
  });

  it('finds categories', async () => {
    const { stream } = openStream();
    const { categories } = await stream.commands['stream.categories']({ keyword: 'a' });
    expect(categories.map(({ categoryId }) => categoryId)).toEqual(['a']);
  });

  it('asks for nothing more once it is over', async () => {
    const { api, identified, owned, clock } = openStream();
    owned.dispose();
    identified.fire('me');
    await clock.advance(600_000);
    expect(api.calls).toEqual([]);
    expect(clock.pendingTimers).toBe(0);
  });
});
