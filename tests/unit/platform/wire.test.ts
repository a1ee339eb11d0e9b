import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { MalformedAnswerError, UnavailableError } from '../../../electron/platform/errors.ts';
import { clientOf, FakePlatform, failureOf } from './support.ts';

interface Arrived {
  readonly line: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A real server on a free loopback port, asked with Node's own fetch. */
async function serve(answer: { status: number; headers?: Record<string, string>; body?: string }) {
  const arrived: Arrived[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const line = `${request.method} ${request.url}`;
    arrived.push({ line, headers: request.headers, body: Buffer.concat(chunks).toString() });
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}`;
  const options = { baseUrl, fetch: globalThis.fetch };
  return { arrived, client: clientOf(new FakePlatform(), { options }) };
}

const PROOFS = ['authorization', 'client-id', 'client-secret'] as const;

describe('on the wire', () => {
  it('a GET has neither a body nor a content type', async () => {
    const { arrived, client } = await serve({ status: 200, body: '{"content":{"data":[]}}' });
    await client.drops.claims({ claimIds: ['a', 'b c'] });
    const [request] = arrived;
    expect(request?.line).toBe('GET /api/openapi/open/v1/drops/reward-claims?claimId=a%2Cb%20c');
    expect(request?.body).toBe('');
    expect(request?.headers['content-type']).toBeUndefined();
    expect(request?.headers['transfer-encoding']).toBeUndefined();
    expect(PROOFS.filter((name) => request?.headers[name])).toEqual(['client-id', 'client-secret']);
  });

  it('a POST without fields has neither a body nor a content type', async () => {
    const { arrived, client } = await serve({ status: 200 });
    await client.sessions.subscribe('chat', 'k');
    const [request] = arrived;
    expect(request?.line).toBe(
      'POST /api/openapi/open/v1/sessions/events/subscribe/chat?sessionKey=k',
    );
    expect(request?.body).toBe('');
    expect(request?.headers['content-type']).toBeUndefined();
    expect(PROOFS.filter((name) => request?.headers[name])).toEqual(['authorization']);
  });

  it('a DELETE carries its JSON body', async () => {
    const { arrived, client } = await serve({ status: 204 });
    await client.blocks.unblock('대상');
    expect(arrived[0]?.headers['content-type']).toBe('application/json');
    expect(JSON.parse(arrived[0]?.body ?? '')).toEqual({ targetChannelId: '대상' });
  });

  it('a redirect is not followed, so that no secret goes where it points', async () => {
    const other = await serve({ status: 200, body: '{"content":{"data":[]}}' });
    const here = await serve({ status: 307, headers: { location: '/elsewhere' } });
    const failure = await failureOf(here.client.channels.get(['a']));
    expect(failure).toBeInstanceOf(MalformedAnswerError);
    expect(failure).toMatchObject({ status: 307 });
    expect([here.arrived.length, other.arrived.length]).toEqual([1, 0]);
  });

  it('a port where nobody listens is a platform that cannot be reached', async () => {
    const gone = await serve({ status: 200 });
    for (const close of closing.splice(0)) close();
    const failure = await failureOf(gone.client.blocks.block('a'));
    expect(failure).toBeInstanceOf(UnavailableError);
    expect(failure).toMatchObject({ reason: 'network', detail: 'ECONNREFUSED' });
  });
});
