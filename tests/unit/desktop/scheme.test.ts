import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Disposable } from '../../../electron/base/disposables.ts';
import { silentLogger } from '../../../electron/base/log.ts';
import {
  declareAppScheme,
  pageOfAddress,
  serveAppScheme,
} from '../../../electron/desktop/app-scheme.ts';
import type { MediaSource } from '../../../electron/server/file-answers.ts';

type Handler = (request: Request) => Response | Promise<Response>;

let folder: string;
let handlers: Map<string, Handler>;
let serving: Disposable;
let demo: boolean;
let media: MediaSource | null;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stagelight-scheme-'));
  for (const place of ['dashboard', 'overlay']) {
    await mkdir(join(folder, place, 'assets'), { recursive: true });
    await writeFile(join(folder, place, `${place}.html`), `<p>${place}</p>`);
    await writeFile(join(folder, place, 'assets', 'main-Ab12cdEF.js'), 'export {};');
    await writeFile(join(folder, place, '.hidden'), 'secret');
  }
  await writeFile(join(folder, 'secret.txt'), 'secret');
  await symlink(join(folder, 'secret.txt'), join(folder, 'dashboard', 'link.txt'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

beforeEach(() => {
  handlers = new Map();
  demo = false;
  media = null;
  serving = serveAppScheme({
    protocol: {
      handle: (scheme, handler) => void handlers.set(scheme, handler as unknown as Handler),
      unhandle: (scheme) => void handlers.delete(scheme),
    },
    folders: { dashboard: join(folder, 'dashboard'), overlay: join(folder, 'overlay') },
    allowLoopbackImages: () => demo,
    media: () => media,
    log: silentLogger,
  });
});

/** Asks as Electron does: node's Request would refuse nothing of this either. */
async function ask(
  url: string,
  method = 'GET',
  given: Record<string, string> = {},
): Promise<Response> {
  const headers = new Headers(given);
  const answer = handlers.get('app')?.({ url, method, headers } as Request);
  if (!answer) throw new Error('nobody answers');
  return answer;
}

describe('the scheme', () => {
  it('is declared secure and standard, and gets no other privilege', () => {
    const declared: unknown[] = [];
    declareAppScheme({ registerSchemesAsPrivileged: (schemes) => declared.push(...schemes) });
    expect(declared).toEqual([
      {
        scheme: 'app',
        privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true },
      },
    ]);
  });

  it('is answered until that is disposed of', () => {
    expect([...handlers.keys()]).toEqual(['app']);
    serving.dispose();
    expect(handlers.size).toBe(0);
  });

  it.each(['dashboard', 'overlay'])('has the page of the %s at its root', async (place) => {
    const answer = await ask(`app://${place}/?lang=ko`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.text()).toBe(`<p>${place}</p>`);
  });

  it('gives files their type and a name’s own time to live', async () => {
    const answer = await ask('app://overlay/assets/main-Ab12cdEF.js');
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(answer.headers.get('cache-control')).toContain('immutable');
    expect(answer.headers.get('content-length')).toBe('10');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it.each([
    ['app://dashboard/nothing.js', 404],
    ['app://dashboard/assets', 404],
    ['app://dashboard/assets/', 404],
    ['app://dashboard//dashboard.html', 404],
    ['app://dashboard/../secret.txt', 404],
    ['app://dashboard/%2e%2e/secret.txt', 404],
    ['app://dashboard/%2e%2e%2fsecret.txt', 404],
    ['app://dashboard/..%5csecret.txt', 404],
    ['app://dashboard/%', 404],
    ['app://dashboard/.hidden', 404],
    ['app://dashboard/link.txt', 404],
    ['app://dashboard/dashboard.html%00.png', 404],
    ['app://dashboard/C:/secret.txt', 404],
    ['app://settings/', 404],
    ['app:///', 404],
    ['app://dashboard.example.test/', 404],
    ['app://dashboard:80/', 400],
    ['app://user@dashboard/', 400],
    ['https://dashboard/', 400],
    ['nonsense', 400],
  ])('answers %s with %i, and with nothing of ours', async (url, status) => {
    const answer = await ask(url);
    expect(answer.status).toBe(status);
    expect(await answer.text()).not.toContain('secret');
    expect(answer.headers.get('content-security-policy')).toContain(`default-src 'none'`);
  });

  it.each(['POST', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'])('does not answer %s', async (method) => {
    const answer = await ask('app://dashboard/', method);
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET');
  });
});

describe('the media library', () => {
  const hash = 'ab'.repeat(32);

  beforeEach(() => {
    media = {
      open: async (asked) =>
        asked === hash
          ? { type: 'audio/wav', bytes: 5, read: (from, to) => streamOf('hello'.slice(from, to)) }
          : null,
    };
  });

  const streamOf = (text: string) => new Blob([text]).stream();

  it.each(['overlay', 'dashboard'])('is below the %s, whole and in stretches', async (place) => {
    const whole = await ask(`app://${place}/media/${hash}`);
    expect([whole.status, await whole.text()]).toEqual([200, 'hello']);
    expect(whole.headers.get('content-type')).toBe('audio/wav');
    expect(whole.headers.get('x-content-type-options')).toBe('nosniff');
    expect(whole.headers.get('content-security-policy')).toContain('sandbox');
    const part = await ask(`app://${place}/media/${hash}`, 'GET', { Range: 'bytes=1-2' });
    expect([part.status, await part.text()]).toEqual([206, 'el']);
    expect(part.headers.get('content-range')).toBe('bytes 1-2/5');
  });

  it('has nothing under another name, and nothing while no core runs', async () => {
    expect((await ask(`app://overlay/media/${'0'.repeat(64)}`)).status).toBe(404);
    expect((await ask(`app://other/media/${hash}`)).status).toBe(404);
    media = null;
    expect((await ask(`app://overlay/media/${hash}`)).status).toBe(404);
  });
});

describe('the policy of a page', () => {
  const policyOf = async (place: string): Promise<string[]> =>
    ((await ask(`app://${place}/`)).headers.get('content-security-policy') ?? '').split('; ');

  it.each(['dashboard', 'overlay'])(
    'lets the %s reach nothing but files and images',
    async (place) => {
      const policy = await policyOf(place);
      expect(policy).toEqual(
        expect.arrayContaining([
          `default-src 'none'`,
          `script-src 'self'`,
          `img-src 'self' data: https:`,
          `connect-src 'none'`,
          'frame-src http://*.localhost:*',
          `base-uri 'none'`,
          `form-action 'none'`,
          `frame-ancestors 'none'`,
          `require-trusted-types-for 'script'`,
          place === 'overlay' ? 'trusted-types default' : `trusted-types 'none'`,
        ]),
      );
      expect(policy.join(';')).not.toMatch(/ws:|unsafe-eval|127\.0\.0\.1/);
    },
  );

  it('lets the demo’s images through while the demo runs', async () => {
    demo = true;
    expect(await policyOf('overlay')).toContain(
      `img-src 'self' data: https: http://127.0.0.1:* http://localhost:*`,
    );
  });
});

it.each([
  ['app://dashboard/', 'dashboard'],
  ['app://dashboard/?a=1#b', 'dashboard'],
  ['app://overlay/', 'overlay'],
  ['app://dashboard', null],
  ['app://dashboard/dashboard.html', null],
  ['app://dashboard/assets/icon.svg', null],
  ['app://other/', null],
  ['app://overlay:1/', null],
  ['app://a:b@overlay/', null],
  ['apps://overlay/', null],
  ['https://overlay/', null],
  ['file:///overlay/', null],
  ['about:blank', null],
  ['', null],
])('%s is the page %s', (address, page) => {
  expect(pageOfAddress(address)).toBe(page);
});
