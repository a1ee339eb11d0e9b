import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { widgetAddress, widgetKey } from '../../../electron/server/widget-answers.ts';
import { NO_WIDGETS } from '../server/idle-commands.ts';
import { DASHBOARD_KEY, OVERLAY_KEY, startWorld, type World } from '../server/world.ts';

const ID = '0123456789ab';
const OTHER = 'ba9876543210';

let world: World;

beforeAll(async () => {
  const page = (name: string) => ({
    policy: (own: string) => `default-src ${own}`,
    open: async (path: string) =>
      path === '' || path === 'a b.js' ? { type: 'text/html', body: `page of ${name}` } : null,
  });
  world = await startWorld({
    widgets: {
      ...NO_WIDGETS,
      page: (id) => (id === ID || id === OTHER ? page(id) : null),
    },
  });
});
afterAll(() => world.stop());

interface Asked {
  readonly host?: string;
  readonly path?: string;
  readonly method?: string;
  readonly origin?: string;
}

function ask({ host, path, method = 'GET', origin }: Asked = {}) {
  const { port } = world.pageServer;
  const url = new URL(widgetAddress(port, OVERLAY_KEY, ID));
  const headers = { Host: host ?? url.host, ...(origin === undefined ? {} : { Origin: origin }) };
  return new Promise<{ status: number; text: string; headers: Record<string, unknown> }>(
    (resolve, reject) => {
      const sent = request(
        { host: '127.0.0.1', port, path: path ?? url.pathname, method, headers },
        (answer) => {
          let text = '';
          answer.on('data', (part) => {
            text += String(part);
          });
          answer.on('end', () =>
            resolve({ status: answer.statusCode ?? 0, text, headers: answer.headers }),
          );
        },
      );
      sent.on('error', reject);
      sent.end();
    },
  );
}

const key = () => widgetKey(OVERLAY_KEY, ID);

describe('the page of a widget', () => {
  it('comes under its own name with its own key and policy', async () => {
    const { status, text, headers } = await ask();
    expect([status, text]).toEqual([200, `page of ${ID}`]);
    expect(headers['content-security-policy']).toContain(`http://w${ID}.localhost`);
    expect(headers['referrer-policy']).toBe('no-referrer');
  });

  it('may be read by its own frame, which has no origin', async () => {
    const { headers } = await ask({ origin: 'null' });
    expect(headers['access-control-allow-origin']).toBe('null');
  });

  it.each([
    ['another widget’s key', { path: `/${widgetKey(OVERLAY_KEY, OTHER)}/` }, 404],
    ['the overlay’s key', { path: `/${OVERLAY_KEY}/` }, 404],
    ['no key', { path: '/' }, 404],
    ['another page’s origin', { origin: 'http://evil.example' }, 403],
    ['our own page’s origin', { origin: 'http://127.0.0.1:1' }, 403],
    ['a form', { method: 'POST' }, 405],
    ['a name that no package has', { host: 'waaaaaaaaaaaa.localhost' }, 421],
    ['a name of another form', { host: 'evil.localhost' }, 421],
    ['a name that only begins so', { host: `w${ID}.localhost.evil.example` }, 421],
  ])('is refused for %s', async (_, asked: Asked, status) => {
    const { port } = world.pageServer;
    const host = asked.host === undefined ? {} : { host: `${asked.host}:${port}` };
    expect((await ask({ ...asked, ...host })).status).toBe(
      asked.host === 'waaaaaaaaaaaa.localhost' ? 404 : status,
    );
  });

  it.each([
    `/overlay/${OVERLAY_KEY}/`,
    `/dashboard/${DASHBOARD_KEY}/`,
    '/api/v1/',
    `/overlay/${OVERLAY_KEY}/media/${'0'.repeat(64)}`,
  ])('has nothing of ours under its name: %s', async (path) => {
    expect((await ask({ path })).status).toBe(404);
  });

  it('is not there under our own names', async () => {
    const { port } = world.pageServer;
    expect((await ask({ host: `127.0.0.1:${port}`, path: `/${key()}/` })).status).toBe(404);
  });

  it('has no path that leads elsewhere', async () => {
    for (const path of ['..%2f..%2fx', '%00', '%']) {
      expect((await ask({ path: `/${key()}/${path}` })).status).toBe(404);
    }
    expect((await ask({ path: `/${key()}/a%20b.js` })).status).toBe(200);
  });
});
