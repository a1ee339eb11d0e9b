import { beforeEach, describe, expect, it } from 'vitest';
import { createLogger, Redactor } from '../../../electron/base/log.ts';
import { ObsStreamKey } from '../../../electron/features/obs/stream-key.ts';
import {
  isService,
  type StreamService,
  serverOf,
  targetOf,
} from '../../../electron/features/obs/stream-service.ts';
import { FakeObs } from '../../support/fake-obs.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { MemoryVault } from '../auth/fakes.ts';
import { KeptSettings } from '../desktop/hotkeys-world.ts';

const SERVER = 'rtmp://ingest.example.com/live';
const KEY = 'live_our-own-key';
const FORMER_KEY = 'live_former-key';
const FORMER: StreamService = {
  type: 'rtmp_custom',
  settings: {
    server: 'rtmp://former.example.com/app',
    key: FORMER_KEY,
    use_auth: true,
    password: 'former-pass',
  },
};
const OURS: StreamService = {
  type: 'rtmp_custom',
  settings: { server: SERVER, key: KEY, use_auth: false },
};

describe('the address that a stream goes to', () => {
  it.each([
    [' rtmp://ingest.example.com/live ', SERVER],
    ['rtmps://ingest.example.com:443/app', 'rtmps://ingest.example.com:443/app'],
    ['rtmp://[::1]:1935/live', 'rtmp://[::1]:1935/live'],
    ['https://ingest.example.com/live', null],
    ['ingest.example.com/live', null],
    ['rtmp://', null],
    ['rtmp://me:secret@ingest.example.com/live', null],
    ['rtmp://ingest.example.com/live?key=secret', null],
    ['rtmp://ingest.example.com/live key', null],
    ['', null],
  ])('%s: %s', (entered, expected) => {
    expect(serverOf(entered)).toBe(expected);
  });

  it.each<[string, StreamService, { now: string | null; server: string | null }]>([
    [
      'a service of OBS',
      { type: 'rtmp_common', settings: { service: 'Other TV', key: 'secret' } },
      { now: 'Other TV', server: null },
    ],
    ['nothing yet', { type: 'rtmp_common', settings: {} }, { now: null, server: null }],
    [
      'a server',
      FORMER,
      { now: 'rtmp://former.example.com/app', server: 'rtmp://former.example.com/app' },
    ],
    [
      'a key in the address',
      { type: 'rtmp_custom', settings: { server: 'rtmp://x.example.com/app/secret', key: '' } },
      { now: 'x.example.com', server: null },
    ],
    [
      'a key in both',
      { type: 'rtmp_custom', settings: { server: 'rtmp://x.example.com/secret', key: 'secret' } },
      { now: 'x.example.com', server: null },
    ],
    [
      'a key as a parameter',
      { type: 'rtmp_custom', settings: { server: 'rtmp://x.example.com/app?k=secret', key: 'k' } },
      { now: 'x.example.com', server: null },
    ],
    [
      'no address',
      { type: 'rtmp_custom', settings: { server: 'secret', key: '' } },
      { now: null, server: null },
    ],
    [
      'a kind to come',
      {
        type: 'whip_custom',
        settings: { server: 'https://x.example.com', bearer_token: 'secret' },
      },
      { now: null, server: null },
    ],
  ])('is shown without a key: %s', (_, service, expected) => {
    expect(targetOf(service)).toEqual(expected);
    expect(JSON.stringify(targetOf(service))).not.toContain('secret');
  });

  it.each<[string, StreamService, boolean]>([
    ['the same', OURS, true],
    ['with more of OBS’s own', { ...OURS, settings: { ...OURS.settings, bwtest: false } }, true],
    ['without what is at its default', { ...OURS, settings: { server: SERVER, key: KEY } }, true],
    ['another key', { ...OURS, settings: { ...OURS.settings, key: 'x' } }, false],
    ['another kind', { ...OURS, type: 'rtmp_common' }, false],
    ['with a login', { ...OURS, settings: { ...OURS.settings, use_auth: true } }, false],
  ])('is ours: %s', (_, present, expected) => {
    expect(isService(present, OURS)).toBe(expected);
  });
});

describe('the stream key in OBS', () => {
  let obs: FakeObs;
  let clock: VirtualClock;
  let vault: MemoryVault;
  let settings: KeptSettings;
  let lines: string[];
  let keys: string[];

  beforeEach(() => {
    clock = new VirtualClock();
    obs = new FakeObs(clock);
    obs.model.stream = { type: FORMER.type, settings: { ...FORMER.settings } };
    vault = new MemoryVault();
    settings = new KeptSettings();
    lines = [];
    keys = [KEY];
  });

  const start = (): ObsStreamKey => {
    const redactor = new Redactor();
    const log = createLogger(clock, redactor, (line) => lines.push(line));
    const calls = obs.calls();
    const key = async () => keys.at(-1) ?? '';
    return new ObsStreamKey({ calls, key, vault, settings, redactor, clock, log });
  };

  it('goes in, and what stood there comes back', async () => {
    const part = start();
    expect(await part.target()).toEqual({
      now: 'rtmp://former.example.com/app',
      server: 'rtmp://former.example.com/app',
    });
    expect(await part.put(SERVER)).toBe(true);
    expect(obs.model.stream).toMatchObject(OURS);
    expect(part.state).toEqual({ server: SERVER, putAt: clock.now() });
    expect(await part.target()).toEqual({ now: SERVER, server: SERVER });
    await part.putBack();
    expect(obs.model.stream).toMatchObject(FORMER);
    expect(part.state).toEqual({ server: SERVER, putAt: null });
    expect(vault.values.size).toBe(0);
  });

  it('says a second time that nothing changed, and keeps what stood there first', async () => {
    const part = start();
    await part.put(SERVER);
    expect(await part.put(` ${SERVER} `)).toBe(false);
    keys.push('live_renewed-key');
    expect(await part.put(SERVER)).toBe(true);
    expect(obs.model.stream.settings['key']).toBe('live_renewed-key');
    await part.putBack();
    expect(obs.model.stream).toMatchObject(FORMER);
  });

  it('puts back after a restart, also where OBS never had a service', async () => {
    obs.model.stream = { type: 'rtmp_common', settings: {} };
    await start().put(SERVER);
    const part = start();
    await part.resume();
    expect(part.state.putAt).not.toBeNull();
    await part.putBack();
    expect(obs.model.stream.type).toBe('rtmp_common');
    expect(obs.model.stream.settings['key']).toBe('');
  });

  it('is in the vault alone: not in the state, the settings or the log', async () => {
    const part = start();
    const target = await part.target();
    await part.put(SERVER);
    obs.refuse('GetStreamServiceSettings', 207);
    await part.putBack().catch(() => undefined);
    const told = JSON.stringify([part.state, target, settings.get().obs, lines]);
    for (const secret of [KEY, FORMER_KEY, 'former-pass']) {
      expect(told).not.toContain(secret);
      expect(vault.values.get('obs-stream')).toContain(secret);
    }
  });

  it('stays out while OBS streams', async () => {
    const part = start();
    obs.model.streaming = true;
    await expect(part.put(SERVER)).rejects.toMatchObject({ problem: { code: 'obs-streaming' } });
    expect(obs.requests.map(({ type }) => type)).toEqual(['GetStreamStatus']);
    obs.model.streaming = false;
    await part.put(SERVER);
    obs.model.streaming = true;
    await expect(part.putBack()).rejects.toMatchObject({ problem: { code: 'obs-streaming' } });
    expect(part.state.putAt).not.toBeNull();
  });

  it('is forgotten where OBS refuses it', async () => {
    const part = start();
    obs.refuse('SetStreamServiceSettings', 500);
    await expect(part.put(SERVER)).rejects.toMatchObject({ problem: { code: 'obs-streaming' } });
    expect(part.state.putAt).toBeNull();
    expect(vault.values.size).toBe(0);
  });

  it('is not sent to OBS before the former one is safe', async () => {
    const part = start();
    vault.failWrites = true;
    await expect(part.put(SERVER)).rejects.toThrow('the disk is full');
    expect(obs.model.stream).toMatchObject(FORMER);
    vault.failWrites = false;
    obs.dieAtWrite(1, true);
    await part.put(SERVER).catch(() => undefined);
    obs.revive();
    const next = start();
    await next.resume();
    await next.putBack();
    expect(obs.model.stream).toMatchObject(FORMER);
  });

  it('leaves alone what the streamer chose in OBS since', async () => {
    const part = start();
    await part.put(SERVER);
    obs.model.stream = { type: 'rtmp_common', settings: { service: 'Other TV' } };
    await expect(part.putBack()).rejects.toMatchObject({
      problem: { code: 'obs-stream-changed' },
    });
    expect(obs.model.stream.settings).toEqual({ service: 'Other TV' });
    expect(part.state.putAt).toBeNull();
    await expect(part.putBack()).rejects.toMatchObject({
      problem: { code: 'obs-no-former-stream' },
    });
  });

  it('waits until OBS has taken it up, and does not wait for ever', async () => {
    const part = start();
    obs.effectAfterMs = 500;
    let isDone = false;
    const put = part.put(SERVER).then(() => {
      isDone = true;
    });
    await clock.advance(400);
    expect(isDone).toBe(false);
    await clock.advance(400);
    await put;
    obs.effectAfterMs = 60_000;
    const back = part.putBack().catch((failure: unknown) => failure);
    await clock.advance(4_000);
    expect(await back).toMatchObject({ problem: { code: 'obs-slow' } });
  });

  it('goes nowhere that is no stream server', async () => {
    const part = start();
    await expect(part.put('https://example.com/')).rejects.toMatchObject({
      problem: { code: 'obs-stream-server' },
    });
    expect(obs.requests).toEqual([]);
  });
});
