import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { KeptFileSource } from '../../../electron/server/file-answers.ts';
import type { OverlayHost } from '../../../electron/server/ports.ts';
import { knock, openOverlay, readyDashboard } from './page.ts';
import { DASHBOARD_KEY, OVERLAY_KEY, startWorld, type World } from './world.ts';

const NEW_KEY = 'renewed-key-0123456789_abcdefghijkl';
const GOING_AWAY = 1001;

const keptFiles: KeptFileSource = {
  open: async (name) =>
    name === 'stagelight-backup-1.zip'
      ? { bytes: 5, read: () => new Blob(['whole']).stream() }
      : null,
};

let world: World;
beforeEach(async () => {
  world = await startWorld({ keptFiles });
});
afterEach(() => world.stop());

const statusOf = async (url: string): Promise<number> => (await fetch(url)).status;

describe('a key that is made anew', () => {
  it.each(['overlay', 'dashboard'] as const)('changes the address of the %s', async (place) => {
    const former = world.pageServer[`${place}Url`];
    expect(await statusOf(former)).toBe(200);
    world.pageServer.renewKey(place, NEW_KEY);
    const url = world.pageServer[`${place}Url`];
    expect(url).toContain(`/${place}/${NEW_KEY}/`);
    expect(await statusOf(url)).toBe(200);
    expect(await statusOf(former)).toBe(403);
    expect(await (await fetch(former)).text()).toContain('더 이상 쓸 수 없어요');
  });

  it.each(['overlay', 'dashboard'] as const)(
    'tells a page of the %s that looks no more than it tells anybody',
    async (place) => {
      const former = world.pageServer[`${place}Url`];
      const stranger = former.replace(/[^/]+\/$/, 'never-a-key-0123456789_abcdefgh/');
      world.pageServer.renewKey(place, NEW_KEY);
      const seen = async (url: string) => {
        const { status, headers } = await fetch(url, { method: 'HEAD' });
        return { status, headers: [...headers].filter(([name]) => name !== 'date') };
      };
      expect(await seen(former)).toEqual(await seen(stranger));
      expect((await seen(former)).status).toBe(403);
    },
  );

  it('leaves the other place as it was', async () => {
    const { dashboardUrl } = world.pageServer;
    world.pageServer.renewKey('overlay', NEW_KEY);
    expect(world.pageServer.dashboardUrl).toBe(dashboardUrl);
    expect(await statusOf(dashboardUrl)).toBe(200);
  });

  it('shows pages of the former address out, and lets them in no more', async () => {
    const page = await openOverlay(world);
    world.pageServer.renewKey('overlay', NEW_KEY);
    expect(await page.closed).toBe(GOING_AWAY);
    await expect(openOverlay(world)).rejects.toThrow();
    const back = await knock(world, { path: `/overlay/${NEW_KEY}/feed` });
    expect(back.readyState).toBe(WebSocket.OPEN);
    back.terminate();
  });

  it('leaves pages of the other place connected', async () => {
    const dashboard = await readyDashboard(world);
    const overlay = await openOverlay(world);
    world.pageServer.renewKey('overlay', NEW_KEY);
    await overlay.closed;
    expect(await dashboard.sentSoFar()).toEqual([]);
    expect(dashboard.socket.readyState).toBe(WebSocket.OPEN);
    await dashboard.cut();
  });

  it.each([
    ['could be guessed', 'short'],
    ['opens the other place', DASHBOARD_KEY],
  ])('is not taken when it %s', async (_name, key) => {
    expect(() => world.pageServer.renewKey('overlay', key)).toThrow(RangeError);
    expect(await statusOf(world.pageServer.overlayUrl)).toBe(200);
    expect(world.pageServer.overlayUrl).toContain(OVERLAY_KEY);
  });
});

describe('where an overlay page stands', () => {
  it.each<[string, Record<string, string>, OverlayHost]>([
    ['OBS', { 'User-Agent': 'Mozilla/5.0 Chrome/103.0.5060.134 Safari/537.36 OBS/30.2.3' }, 'obs'],
    ['a browser', { 'User-Agent': 'Mozilla/5.0 Chrome/130.0.0.0 Safari/537.36' }, 'browser'],
    ['something that says nothing', {}, 'browser'],
  ])('is told by %s', async (_name, headers, seat) => {
    const seats: OverlayHost[] = [];
    const connected = world.core.pageConnected.bind(world.core);
    Object.assign(world.core, {
      pageConnected: (told: OverlayHost) => {
        seats.push(told);
        return connected();
      },
    });
    const { port } = world.pageServer;
    const socket = new WebSocket(`ws://127.0.0.1:${port}/overlay/${OVERLAY_KEY}/feed`, {
      headers: { ...headers, Origin: `http://127.0.0.1:${port}` },
    });
    await new Promise((resolve) => socket.once('open', resolve));
    const greeted = new Promise((resolve) => socket.once('message', resolve));
    socket.send(JSON.stringify({ type: 'attach', epoch: null, after: 0 }));
    await greeted;
    expect(seats).toEqual([seat]);
    socket.terminate();
  });
});

describe('a kept file', () => {
  const at = (name: string) => `${world.pageServer.dashboardUrl}files/${name}`;

  it('is a download below the address of the dashboard', async () => {
    const answer = await fetch(at('stagelight-backup-1.zip'));
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe('whole');
    expect(answer.headers.get('content-type')).toBe('application/zip');
    expect(answer.headers.get('content-disposition')).toBe(
      'attachment; filename="stagelight-backup-1.zip"',
    );
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('content-security-policy')).toContain('sandbox');
  });

  it.each(['stagelight-backup-2.zip', '..%2Fvault.zip', 'vault.json', '.zip', 'a b.zip'])(
    'is not there as %s',
    async (name) => {
      expect(await statusOf(at(name))).toBe(404);
    },
  );

  it('is not below the address of the overlay, whose key more people see', async () => {
    expect(await statusOf(`${world.pageServer.overlayUrl}files/stagelight-backup-1.zip`)).toBe(404);
  });

  it('is behind the key', async () => {
    const url = at('stagelight-backup-1.zip').replace(DASHBOARD_KEY, NEW_KEY);
    expect(await statusOf(url)).toBe(403);
  });
});
