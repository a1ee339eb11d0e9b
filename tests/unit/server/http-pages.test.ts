import { symlink, writeFile } from 'node:fs/promises';
import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { silentLogger } from '../../../electron/base/log.ts';
import { Access } from '../../../electron/server/access.ts';
import { createHttpPages } from '../../../electron/server/http-pages.ts';
import { Refusals } from '../../../electron/server/peer.ts';
import { CLOSED_API, NO_WIDGETS } from './idle-commands.ts';
import { DASHBOARD_KEY, OVERLAY_KEY, startWorld, type World } from './world.ts';

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let world: World;
const OVERLAY = `/overlay/${OVERLAY_KEY}`;
const DASHBOARD = `/dashboard/${DASHBOARD_KEY}`;

beforeAll(async () => {
  world = await startWorld();
});

afterAll(() => world.stop());

/** The path goes out as it is: `fetch` would tidy it up first. */
function ask(
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
  at: World = world,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port: at.pageServer.port, path, method, headers, agent: false },
      (response) => {
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (text: string) => {
          body += text;
        });
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        );
      },
    );
    asked.on('error', reject);
    asked.end();
  });
}

/** Whatever bytes; answers everything that comes back. */
function askRaw(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(world.pageServer.port, '127.0.0.1', () => socket.write(bytes));
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      answer += text;
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

describe('the pages', () => {
  it.each([
    ['overlay', OVERLAY],
    ['dashboard', DASHBOARD],
  ])('serve the %s at its folder, never from a cache', async (place, at) => {
    const answer = await ask(`${at}/`);
    expect(answer.status).toBe(200);
    expect(answer.body).toBe(`<!doctype html><p>${place}</p>`);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['content-length']).toBe(String(answer.body.length));
  });

  it('have the addresses that the server names', async () => {
    const { overlayUrl, dashboardUrl } = world.pageServer;
    expect((await fetch(overlayUrl)).status).toBe(200);
    expect((await fetch(dashboardUrl)).status).toBe(200);
  });

  it.each([
    ['/assets/main-Ab12_-xY.js', 'text/javascript; charset=utf-8', true],
    ['/assets/main-Ab12cdEF.css', 'text/css; charset=utf-8', true],
    ['/assets/font-Ab12cdEF.woff2', 'font/woff2', true],
    ['/assets/plain.svg', 'image/svg+xml', false],
    ['/overlay.html', 'text/html; charset=utf-8', null],
    ['/?widget=chat', 'text/html; charset=utf-8', null],
  ])('serve %s as %s', async (path, type, hashed) => {
    const answer = await ask(OVERLAY + path);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe(type);
    const lasting = hashed ? 'public, max-age=31536000, immutable' : 'no-cache';
    expect(answer.headers['cache-control']).toBe(hashed === null ? 'no-store' : lasting);
  });

  it('send the address without its slash on, with the query', async () => {
    const answer = await ask(`${OVERLAY}?widget=chat`);
    expect(answer.status).toBe(302);
    expect(answer.headers.location).toBe(`${OVERLAY}/?widget=chat`);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('answer HEAD with the same headers and nothing else', async () => {
    const answer = await ask(`${OVERLAY}/assets/main-Ab12cdEF.css`, {}, 'HEAD');
    expect(answer.status).toBe(200);
    expect(answer.headers['content-length']).toBe('3');
    expect(answer.body).toBe('');
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('do not take %s', async (method) => {
    const answer = await ask(`${OVERLAY}/`, {}, method);
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe('GET, HEAD');
  });

  it('do not take TRACE', async () => {
    const answer = await ask(`${OVERLAY}/`, {}, 'TRACE');
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.body).not.toContain('<p>');
  });

  it.each(['/', '/overlay', '/overlay/', '/favicon.ico', '/bridge', '/Overlay/x/', '//overlay/x/'])(
    'are not found at %s',
    async (path) => {
      expect((await ask(path)).status).toBe(404);
    },
  );
});

describe('the policy of the pages', () => {
  it('is, for the overlay, exactly this', async () => {
    const { headers } = await ask(`${OVERLAY}/`);
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; ` +
        `img-src 'self' data: https:; font-src 'self'; media-src 'self'; ` +
        `connect-src 'self' ws://127.0.0.1:${world.pageServer.port}; ` +
        `frame-src http://*.localhost:${world.pageServer.port}; base-uri 'none'; ` +
        `form-action 'none'; frame-ancestors 'self'; require-trusted-types-for 'script'; ` +
        'trusted-types default',
    );
  });

  it('is, for the dashboard, exactly this', async () => {
    const { headers } = await ask(`${DASHBOARD}/`);
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; script-src 'self'; style-src 'self'; ` +
        `img-src 'self' data: https:; font-src 'self'; media-src 'self'; ` +
        `connect-src 'self' ws://127.0.0.1:${world.pageServer.port}; ` +
        `frame-src http://*.localhost:${world.pageServer.port}; base-uri 'none'; ` +
        `form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; ` +
        `trusted-types 'none'`,
    );
  });

  it('lets the page connect to the host it was asked for by', async () => {
    const host = `localhost:${world.pageServer.port}`;
    const { headers } = await ask(`${OVERLAY}/`, { Host: host });
    expect(headers['content-security-policy']).toContain(`connect-src 'self' ws://${host};`);
  });

  it('allows images of this computer only when told to', async () => {
    const demo = await startWorld({ allowLoopbackImages: true });
    const { headers } = await ask(`${OVERLAY}/`, {}, 'GET', demo);
    expect(headers['content-security-policy']).toContain(
      `img-src 'self' data: https: http://127.0.0.1:* http://localhost:*;`,
    );
    await demo.stop();
  });

  it.each([
    ['a page', `${OVERLAY}/`],
    ['a wrong key', `/overlay/${DASHBOARD_KEY}/`],
    ['nothing', '/nothing'],
    ['a redirect', OVERLAY],
  ])('comes with the same other headers on %s', async (_what, path) => {
    const { headers } = await ask(path);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers['content-security-policy']).toContain(`default-src 'none'`);
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(headers['set-cookie']).toBeUndefined();
  });
});

describe('a wrong key', () => {
  it.each([
    ['of the other page', `/overlay/${DASHBOARD_KEY}/`],
    ['of the other page, the other way round', `/dashboard/${OVERLAY_KEY}/`],
    ['cut short', `/overlay/${OVERLAY_KEY.slice(0, -1)}/`],
    ['with something more', `/overlay/${OVERLAY_KEY}x/`],
    ['in another case', `/overlay/${OVERLAY_KEY.toUpperCase()}/`],
    ['without slash', '/overlay/old'],
    ['on a file', '/overlay/old/assets/plain.svg'],
  ])('%s gets a friendly page in both languages', async (_what, path) => {
    const answer = await ask(path);
    expect(answer.status).toBe(403);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).toContain('This address is no longer valid');
    expect(answer.body).toContain('이 주소는 더 이상 쓸 수 없어요');
  });

  it('never stands in the log', async () => {
    await ask('/overlay/some-old-key-of-somebody/');
    expect(world.logged.length).toBeGreaterThan(0);
    expect(world.logged.join()).not.toMatch(/some-old-key|overlay-key-|dashboard-key-/);
  });

  it('cannot be chosen so that it could be guessed', async () => {
    await expect(
      startWorld({ keys: { overlay: 'short', dashboard: DASHBOARD_KEY } }),
    ).rejects.toThrow(RangeError);
    await expect(
      startWorld({ keys: { overlay: DASHBOARD_KEY, dashboard: DASHBOARD_KEY } }),
    ).rejects.toThrow(RangeError);
  });
});

describe('the name that the server is called by', () => {
  it.each(['127.0.0.1', 'localhost', 'LOCALHOST', '[::1]'])('may be %s', async (name) => {
    const answer = await ask(`${OVERLAY}/`, { Host: `${name}:${world.pageServer.port}` });
    expect(answer.status).toBe(200);
  });

  it.each([
    'evil.example',
    'evil.example:PORT',
    '127.0.0.1',
    '127.0.0.1:1',
    '127.0.0.1.evil.example:PORT',
    'localhost.:PORT',
    '0.0.0.0:PORT',
  ])('may not be %s', async (host) => {
    const named = host.replace('PORT', String(world.pageServer.port));
    const answer = await ask(`${OVERLAY}/`, { Host: named });
    expect(answer.status).toBe(421);
    expect(answer.body).not.toContain('<p>');
  });

  it.each([
    ['missing', 'GET /PAGE HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['missing in an old version', 'GET /PAGE HTTP/1.0\r\n\r\n'],
    ['of bad characters', 'GET /PAGE HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n'],
    [
      'in the request line',
      'GET http://evil.example/PAGE HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
    ],
  ])('may not be %s', async (_what, bytes) => {
    const answer = await askRaw(bytes.replace('PAGE', `${OVERLAY.slice(1)}/`));
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(answer).not.toContain('<p>overlay');
  });
});

describe('the page that asks', () => {
  it('may be one of ours', async () => {
    const origin = `http://localhost:${world.pageServer.port}`;
    expect((await ask(`${OVERLAY}/`, { Origin: origin })).status).toBe(200);
  });

  it.each([
    'https://evil.example',
    'null',
    'http://127.0.0.1',
    'http://127.0.0.1:1',
    'https://127.0.0.1:PORT',
    'file://',
  ])('may not be %s', async (origin) => {
    const named = origin.replace('PORT', String(world.pageServer.port));
    const answer = await ask(`${OVERLAY}/`, { Origin: named });
    expect(answer.status).toBe(403);
    expect(answer.body).toBe('Forbidden');
  });
});

describe('a path that leads out of the folder', () => {
  beforeAll(async () => {
    const { folder } = world;
    await symlink(join(folder, 'secret.txt'), join(folder, 'overlay', 'link.txt'));
    await symlink(folder, join(folder, 'overlay', 'up'));
    await symlink(join(folder, 'overlay', 'assets'), join(folder, 'overlay', 'inside'));
    await writeFile(join(folder, 'overlay', '.hidden'), 'not for pages');
    await writeFile(join(folder, 'overlay-secret.txt'), 'not for pages');
  });

  it.each([
    '/../secret.txt',
    '/../../secret.txt',
    '/./../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/%2e%2e%2fsecret.txt',
    '/..%2fsecret.txt',
    '/..%2f..%2f..%2f..%2f..%2fetc%2fpasswd',
    '/%252e%252e%252fsecret.txt',
    '/..%5csecret.txt',
    '/..\\secret.txt',
    '/..%00/secret.txt',
    '/overlay.html%00.js',
    '/%2fetc%2fpasswd',
    '//etc/passwd',
    '/C:%5cWindows%5cwin.ini',
    '/overlay.html::$DATA',
    '/%c0%ae%c0%ae/secret.txt',
    '/%zz',
    '/.hidden',
    '/..%2foverlay-secret.txt',
    '/link.txt',
    '/up/secret.txt',
    '/assets',
    '/assets/',
    '/overlay.html/',
    '/none.html',
    `/${'a'.repeat(5_000)}`,
  ])('finds nothing: %s', async (path) => {
    const answer = await ask(OVERLAY + path);
    expect([400, 403, 404]).toContain(answer.status);
    expect(answer.body).not.toMatch(/not for pages|root:/);
  });

  it('may be a link that stays inside', async () => {
    expect((await ask(`${OVERLAY}/inside/plain.svg`)).body).toBe('<svg/>');
  });
});

it('pages that were never built are said in the log and not found', async () => {
  const unbuilt = await startWorld({
    pages: {
      overlay: join(world.folder, 'no-such-folder'),
      dashboard: join(world.folder, 'dashboard'),
    },
  });
  expect(unbuilt.logged.join()).toContain('The overlay is not built');
  expect((await ask(`${OVERLAY}/`, {}, 'GET', unbuilt)).status).toBe(404);
  await unbuilt.stop();
});

it('a failure of the file system is one answer and one line in the log', async () => {
  const log = vi.fn();
  const host = '127.0.0.1:8123';
  const app = createHttpPages({
    access: new Access(8123, { overlay: OVERLAY_KEY, dashboard: DASHBOARD_KEY }),
    // No file system takes such a name.
    pages: { overlay: 'over\0lay', dashboard: 'dashboard' },
    allowLoopbackImages: false,
    media: { open: async () => null },
    api: CLOSED_API,
    widgets: NO_WIDGETS,
    port: 8123,
    overlayKey: () => OVERLAY_KEY,
    run: async () => undefined,
    refusals: new Refusals(silentLogger),
    log: { ...silentLogger, error: log },
  });
  const answer = await app.request(
    `http://${host}${OVERLAY}/`,
    {},
    { incoming: { headers: { host } } },
  );
  expect(answer.status).toBe(500);
  expect(await answer.text()).not.toContain('lay');
  expect(log).toHaveBeenCalledOnce();
});
