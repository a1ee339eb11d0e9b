import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../electron/base/clock.ts';
import { UnavailableError } from '../../../electron/platform/errors.ts';
import { type SocketEnd, socketOpener } from '../../../electron/session/socket.ts';
import { selfSigned } from '../../support/self-signed.ts';
import { simEvents } from '../../support/sim-events.ts';
import { type ClientStage, failureOf, stageOpener } from './support/client-stage.ts';

const openStage = stageOpener();
const known = getCACertificates('default');

/** From here on this process believes the certificate, as it does those that it came with. */
function believe(cert: string): void {
  setDefaultCACertificates([...known, cert]);
}

afterEach(() => setDefaultCACertificates(known));

/** Signed in by the world itself: the test's browser knows no certificates. */
function clientOf(stage: ClientStage) {
  const { authorizations } = stage.simulator.world;
  const grant = authorizations.consent(stage.application, stage.streamer);
  const { token } = authorizations.issuePair(grant, stage.application.scopes).access;
  return stage.client({ accessToken: async () => token, accessTokenAfter: async () => token });
}

/** What comes over a WebSocket until it ends or `wanted` texts are there. */
function readSocket(url: string, wanted: number) {
  const texts: string[] = [];
  const done = Promise.withResolvers<SocketEnd | 'read'>();
  const opened = Promise.withResolvers<void>();
  const socket = socketOpener(systemClock)(url, {
    onOpen: () => opened.resolve(),
    onText: (text) => {
      texts.push(text);
      if (texts.length === wanted) done.resolve('read');
    },
    onEnd: (end) => done.resolve(end),
  });
  return { socket, texts, done: done.promise, opened: opened.promise };
}

describe('a platform behind TLS', () => {
  it('is talked to over https and wss', async () => {
    const tls = selfSigned();
    const stage = await openStage({ tls });
    believe(tls.cert);
    const client = clientOf(stage);
    expect(stage.simulator.baseUrl).toMatch(/^https:/);
    expect((await client.users.me()).channelId).toBe(stage.streamer.channelId);
    const { url, sessionKey } = await client.sessions.createUser();
    expect(url).toMatch(/^wss:/);
    const line = readSocket(url, 1);
    await line.opened;
    await client.sessions.subscribe('chat', sessionKey);
    stage.simulator.publish(simEvents(stage.simulator).chat('over TLS'));
    expect(await line.done).toBe('read');
    expect(line.texts[0]).toContain('over TLS');
    line.socket.dispose();
  });

  it('gets no request and no secret when nobody vouches for its certificate', async () => {
    const stage = await openStage({ tls: selfSigned() });
    const client = clientOf(stage);
    const failure = await failureOf(client.users.me());
    expect(failure).toBeInstanceOf(UnavailableError);
    expect(failure).toMatchObject({ reason: 'network', detail: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    expect(stage.arrived).toBe(0);
  });

  it('gets no connection either when nobody vouches for it', async () => {
    const tls = selfSigned();
    const stage = await openStage({ tls });
    believe(tls.cert);
    const { url } = await clientOf(stage).sessions.createUser();
    setDefaultCACertificates(known);
    const line = readSocket(url, 1);
    expect(await line.done).toMatchObject({ type: 'unreachable' });
    expect(stage.simulator.sockets.all).toEqual([]);
  });

  it('is not taken for another one that somebody vouches for', async () => {
    believe(selfSigned().cert);
    const stage = await openStage({ tls: selfSigned() });
    expect(await failureOf(clientOf(stage).users.me())).toBeInstanceOf(UnavailableError);
    expect(stage.arrived).toBe(0);
  });
});
