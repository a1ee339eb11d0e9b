import { createHash, randomBytes } from 'node:crypto';
import { type IncomingHttpHeaders, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { mediaItemOf } from './idle-commands.ts';
import { readyDashboard } from './page.ts';
import { DASHBOARD_KEY, OVERLAY_KEY, startWorld, type World } from './world.ts';

const CONTENT = randomBytes(200_000);
const HASH = createHash('sha256').update(CONTENT).digest('hex');
const OVERLAY = `/overlay/${OVERLAY_KEY}/media/${HASH}`;

let world: World;

beforeAll(async () => {
  world = await startWorld();
  world.core.shelf.set(HASH, { type: 'video/webm', content: CONTENT });
});

afterAll(() => world.stop());

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { port } = world.pageServer;
    const asked = request(
      { host: '127.0.0.1', port, path, method, headers, agent: false },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => {
          const { statusCode = 0, headers: said } = response;
          resolve({ status: statusCode, headers: said, body: Buffer.concat(parts) });
        });
      },
    );
    asked.on('error', reject);
    asked.end();
  });
}

describe('an item of the media library', () => {
  it.each([
    ['overlay', OVERLAY],
    ['dashboard', `/dashboard/${DASHBOARD_KEY}/media/${HASH}`],
  ])('is there for the %s, with its exact type', async (_, path) => {
    const { status, headers, body } = await ask(path);
    expect(status).toBe(200);
    expect(body.equals(CONTENT)).toBe(true);
    expect(headers).toMatchObject({
      'content-type': 'video/webm',
      'content-length': '200000',
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      etag: `"${HASH}"`,
    });
  });

  it('opened by itself can run, load and frame nothing', async () => {
    const policy = String((await ask(OVERLAY)).headers['content-security-policy']);
    expect(policy.split('; ')).toEqual([`default-src 'none'`, `frame-ancestors 'none'`, 'sandbox']);
  });

  it('is not sent for HEAD', async () => {
    const { status, headers, body } = await ask(OVERLAY, {}, 'HEAD');
    expect(status).toBe(200);
    expect(headers['content-length']).toBe('200000');
    expect(body.length).toBe(0);
  });

  it.each([
    ['bytes=0-99', 0, 100],
    ['bytes=100-', 100, 200_000],
    ['bytes=-1', 199_999, 200_000],
    ['bytes=-999999', 0, 200_000],
    ['bytes=199999-', 199_999, 200_000],
    ['bytes=5-5', 5, 6],
    ['bytes=10-9999999', 10, 200_000],
  ])('is sent in the stretch %s', async (range, from, to) => {
    const { status, headers, body } = await ask(OVERLAY, { Range: range });
    expect(status).toBe(206);
    expect(headers['content-range']).toBe(`bytes ${from}-${to - 1}/200000`);
    expect(headers['content-length']).toBe(String(to - from));
    expect(headers['content-type']).toBe('video/webm');
    expect(body.equals(CONTENT.subarray(from, to))).toBe(true);
  });

  it.each(['bytes=200000-', 'bytes=200000-200001', 'bytes=-0', 'bytes=99999999999999999999-'])(
    'has nothing at %s',
    async (range) => {
      const { status, headers, body } = await ask(OVERLAY, { Range: range });
      expect(status).toBe(416);
      expect(headers['content-range']).toBe('bytes */200000');
      expect(headers['cache-control']).toBe('no-store');
      expect(body.length).toBe(0);
    },
  );

  it.each(['bytes=5-1', 'bytes=-', 'bytes=0-1,5-6', 'lines=0-1', 'bytes=a-b', ''])(
    'is sent whole where %j says no stretch',
    async (range) => {
      const { status, body } = await ask(OVERLAY, { Range: range });
      expect([status, body.length]).toEqual([200, 200_000]);
    },
  );

  it.each([
    [`"${HASH}"`, 206],
    ['"another"', 200],
    ['Wed, 21 Oct 2015 07:28:00 GMT', 200],
  ])('whose tag should be %s is answered with %i', async (tag, status) => {
    const answer = await ask(OVERLAY, { Range: 'bytes=0-9', 'If-Range': tag });
    expect(answer.status).toBe(status);
  });

  it.each([
    `/overlay/${OVERLAY_KEY}/media/${'0'.repeat(64)}`,
    `/overlay/${OVERLAY_KEY}/media/${HASH}/`,
    `/overlay/${OVERLAY_KEY}/media/${HASH.toUpperCase()}`,
    `/overlay/${OVERLAY_KEY}/media/${HASH.slice(1)}`,
    `/overlay/${OVERLAY_KEY}/media/`,
    `/overlay/${OVERLAY_KEY}/media/..%2f..%2fsecret.txt`,
    `/media/${HASH}`,
  ])('is not at %s', async (path) => {
    expect((await ask(path)).status).toBe(404);
  });

  it('is for nobody without the key, and for no foreign page', async () => {
    expect((await ask(`/overlay/${DASHBOARD_KEY}/media/${HASH}`)).status).toBe(403);
    expect((await ask(OVERLAY, { Origin: 'https://evil.example' })).status).toBe(403);
    expect((await ask(OVERLAY, { Host: 'evil.example' })).status).toBe(421);
  });
});

it('dashboards hear of every change of the library, the last always', async () => {
  const page = await readyDashboard(world);
  for (const digit of ['1', '2', '3']) {
    world.core.tell('media', [mediaItemOf(digit.repeat(64))]);
  }
  await world.clock.advance(100);
  const heard = (await page.sentSoFar()).flatMap((frame) =>
    frame.type === 'feed' && frame.feed === 'media' ? [frame.value[0]?.hash[0]] : [],
  );
  expect(heard).toEqual(['1', '3']);
});

it.each([0, 1, 50])(
  'a file that fails after %i parts ends its answer, and nothing else',
  async (parts) => {
    const noise = vi.spyOn(console, 'error').mockImplementation(() => {});
    let count = 0;
    const pull = (controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>): void => {
      if (count === parts) throw new Error('The file cannot be read');
      count += 1;
      controller.enqueue(new Uint8Array(65_536));
    };
    const read = () => new ReadableStream({ pull }, { highWaterMark: 0 });
    const other = await startWorld({
      media: { open: async () => ({ type: 'video/mp4', bytes: 64_000_000, read }) },
    });
    const url = `http://127.0.0.1:${other.pageServer.port}`;
    const outcome = await fetch(`${url}${OVERLAY}`)
      .then(
        async ({ status, body }) => `${status} ${(await new Response(body).bytes()).length > 0}`,
      )
      .catch(() => 'cut off');
    expect(['cut off', '500 true']).toContain(outcome);
    expect((await fetch(`${url}/overlay/${OVERLAY_KEY}/`)).status).toBe(200);
    expect(noise).toHaveBeenCalledOnce();
    await other.stop();
  },
);

it('a page that goes away in the middle ends the reading', async () => {
  let reads = 0;
  let end: () => void = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const pull = (controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>): void => {
    reads += 1;
    controller.enqueue(new Uint8Array(65_536));
  };
  const read = () => new ReadableStream({ pull, cancel: end }, { highWaterMark: 0 });
  const other = await startWorld({
    media: { open: async () => ({ type: 'video/mp4', bytes: 64_000_000, read }) },
  });
  const asked = request({
    host: '127.0.0.1',
    port: other.pageServer.port,
    path: OVERLAY,
    agent: false,
  });
  asked.on('error', () => {});
  asked.on('response', (response) => {
    response.on('error', () => {});
    response.once('data', () => asked.destroy());
  });
  asked.end();
  await ended;
  expect(reads).toBeGreaterThan(0);
  expect(reads).toBeLessThan(64_000_000 / 65_536);
  await other.stop();
});
