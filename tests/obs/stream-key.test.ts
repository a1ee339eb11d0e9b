import { connect, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ObsState } from '../../shared/contract/obs.ts';
import { startStream } from '../support/obs-deeds.ts';
import { hasObsKit, type ObsHand, streamSink } from '../support/obs-kit.ts';
import { type ObsStage, setObsStage } from '../support/obs-stage.ts';

/** Between OBS and the sink: hears what OBS says first, the key among it. */
async function listeningTo(
  server: string,
): Promise<{ server: string; heard(): string; end(): void }> {
  const { hostname: host, port, pathname } = new URL(server);
  let heard = '';
  const line: Server = createServer((from) => {
    const to = connect({ host, port: Number(port) });
    for (const socket of [from, to]) socket.on('error', () => undefined);
    from.on('data', (data) => {
      if (heard.length < 100_000) heard += data.toString('latin1');
    });
    from.pipe(to).pipe(from);
  });
  await new Promise<void>((done) => line.listen(0, '127.0.0.1', done));
  const address = line.address() as { port: number };
  return {
    server: `rtmp://127.0.0.1:${address.port}${pathname}`,
    heard: () => heard,
    end: () => void line.close(),
  };
}

describe.skipIf(!hasObsKit)('the stream key in a real OBS', () => {
  let on: ObsStage;
  let hand: ObsHand;

  beforeAll(async () => {
    on = await setObsStage({ scenes: { Scene: [] } });
    await on.connect();
    hand = await on.obs.connect();
  });
  afterAll(async () => {
    hand.close();
    await on.dispose();
  });

  const state = (test: (state: ObsState) => boolean) =>
    on.dashboard.until('obs', (value) => value !== null && test(value));
  const service = () => hand.call('GetStreamServiceSettings');
  const put = (server: string) => on.dashboard.ask('obs.stream-key', { server });

  it('goes from the platform into OBS, which streams with it; back, and all is as before', async () => {
    const { streamKey } = (await on.dashboard.ask('stream.key', {})) as { streamKey: string };
    const sink = await streamSink(streamKey);
    const line = await listeningTo(sink.server);
    const before = await service();
    expect(await put(line.server)).toEqual({ changed: true });
    expect(await service()).toMatchObject({
      streamServiceType: 'rtmp_custom',
      streamServiceSettings: { server: line.server, key: streamKey },
    });
    expect(await put(line.server)).toEqual({ changed: false });
    await startStream(on, hand);
    await expect.poll(line.heard).toContain(streamKey);
    await expect(put('rtmp://127.0.0.1:9/live')).rejects.toThrow();
    await expect(on.dashboard.ask('obs.stream-key-back', {})).rejects.toThrow();
    await hand.call('StopStream');
    const after = await state(({ streaming }) => !streaming);
    expect(JSON.stringify(after)).not.toContain(streamKey);
    // OBS says that it stops before it has stopped.
    await vi.waitFor(() => on.dashboard.ask('obs.stream-key-back', {}));
    const { streamServiceType } = await service();
    expect(streamServiceType).toBe(before['streamServiceType']);
    expect(JSON.stringify(await service())).not.toContain(streamKey);
    line.end();
    await sink.stop();
  });

  it('puts back a server of the streamer’s own with its login', async () => {
    const own = {
      server: 'rtmp://127.0.0.1:9/own',
      key: 'former',
      use_auth: true,
      username: 'me',
      password: 'pass',
    };
    await hand.call('SetStreamServiceSettings', {
      streamServiceType: 'rtmp_custom',
      streamServiceSettings: own,
    });
    expect(await on.dashboard.ask('obs.stream-target', {})).toMatchObject({ now: own.server });
    expect(await put('rtmp://127.0.0.1:9/live')).toEqual({ changed: true });
    await on.restartHost();
    await state(({ link, streamKey }) => link.state === 'connected' && streamKey.putAt !== null);
    await on.dashboard.ask('obs.stream-key-back', {});
    expect(await service()).toMatchObject({ streamServiceSettings: own });
  });
});
