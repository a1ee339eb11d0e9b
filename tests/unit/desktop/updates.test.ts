import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../../electron/base/log.ts';
import {
  isOffline,
  type UpdaterLike,
  Updates,
  type UpdatesOptions,
} from '../../../electron/desktop/ports/updates.ts';
import type { UpdateState } from '../../../shared/desktop.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

const HOUR_MS = 3_600_000;
const offline = new Error('net::ERR_INTERNET_DISCONNECTED');

class FakeUpdater extends EventEmitter implements UpdaterLike {
  autoDownload = true;
  autoInstallOnAppQuit = true;
  allowDowngrade = true;
  allowPrerelease = true;
  disableWebInstaller = false;
  logger: UpdaterLike['logger'] = null;
  feed: unknown = null;
  checks = 0;
  downloads = 0;
  installs: boolean[][] = [];
  /** What the feed announces; an error: the check fails. */
  announces: string | Error | null = null;
  /** Percents of the download, then its end. */
  percents: number[] = [0.4, 40.9, 40.95, 100];
  downloadFailure: Error | null = null;
  whileDownloading: () => void = () => undefined;

  setFeedURL(feed: unknown): void {
    this.feed = feed;
  }

  async checkForUpdates() {
    this.checks += 1;
    if (this.announces instanceof Error) {
      this.emit('error', this.announces);
      throw this.announces;
    }
    const version = this.announces ?? '0.1.0';
    return { isUpdateAvailable: this.announces !== null, updateInfo: { version } };
  }

  async downloadUpdate() {
    this.downloads += 1;
    this.whileDownloading();
    for (const percent of this.percents) this.emit('download-progress', { percent });
    if (this.downloadFailure) {
      this.emit('error', this.downloadFailure);
      throw this.downloadFailure;
    }
    return ['/cache/new'];
  }

  quitAndInstall(...how: boolean[]): void {
    this.installs.push(how);
  }
}

function world(over: Partial<UpdatesOptions> = {}) {
  const clock = new VirtualClock();
  const updater = new FakeUpdater();
  const counts = { loads: 0 };
  const wants = { enabled: true, broadcasting: false, random: 0.5 };
  const updates = new Updates({
    load: async () => {
      counts.loads += 1;
      return updater;
    },
    isPackaged: true,
    feedUrl: 'https://updates.example/stagelight/',
    clock,
    random: () => wants.random,
    log: silentLogger,
    enabled: () => wants.enabled,
    isBroadcasting: () => wants.broadcasting,
    ...over,
  });
  const states: UpdateState[] = [];
  updates.onChange((state) => states.push(state));
  return {
    clock,
    updater,
    counts,
    wants,
    updates,
    states,
    kinds: () => states.map(({ kind }) => kind),
  };
}

describe('looking for new versions', () => {
  it.each([
    ['an app that is not packaged', { isPackaged: false }],
    ['no feed', { feedUrl: null }],
    ['a feed that anybody on the way could change', { feedUrl: 'http://updates.example/' }],
    ['a feed that is no address', { feedUrl: 'updates' }],
  ])('is off for %s', async (_case, over) => {
    const { updates, clock, counts } = world(over);
    updates.start();
    expect(updates.state).toEqual({ kind: 'off' });
    expect(clock.pendingTimers).toBe(0);
    await updates.check();
    expect(counts.loads).toBe(0);
    await expect(updates.download()).rejects.toMatchObject({ problem: { code: 'update-none' } });
    await expect(updates.install()).rejects.toMatchObject({ problem: { code: 'update-none' } });
  });

  it('begins after a minute, loads nothing before, and goes on every 12 hours with jitter', async () => {
    const { updates, clock, counts, updater, wants } = world();
    updates.start();
    updates.start();
    await clock.advance(59_999);
    expect(counts.loads).toBe(0);
    wants.random = 0;
    await clock.advance(1);
    expect(updater.checks).toBe(1);
    expect(clock.untilNext).toBeCloseTo(10.8 * HOUR_MS, -1);
    wants.random = 0.999_999;
    await clock.advance(clock.untilNext);
    expect(updater.checks).toBe(2);
    expect(clock.untilNext).toBeCloseTo(13.2 * HOUR_MS, -3);
    expect(counts.loads).toBe(1);
  });

  it('does not happen by itself while switched off, and happens when asked', async () => {
    const { updates, clock, wants, updater } = world();
    wants.enabled = false;
    updates.start();
    await clock.advance(30 * HOUR_MS);
    expect(updater.checks).toBe(0);
    await updates.check();
    expect(updater.checks).toBe(1);
    wants.enabled = true;
    await clock.advance(14 * HOUR_MS);
    expect(updater.checks).toBe(2);
  });

  it('sets the updater up to do nothing by itself', async () => {
    const { updates, updater } = world();
    await updates.check();
    expect(updater).toMatchObject({
      autoDownload: false,
      autoInstallOnAppQuit: false,
      allowDowngrade: false,
      allowPrerelease: false,
      disableWebInstaller: true,
      feed: { provider: 'generic', url: 'https://updates.example/stagelight/' },
    });
  });

  it('says when it has looked and found nothing', async () => {
    const { updates, clock, kinds } = world();
    await updates.check();
    expect(kinds()).toEqual(['checking', 'idle']);
    expect(updates.state).toEqual({ kind: 'idle', checkedAt: clock.now() });
  });

  it('says what it has found and fetches nothing', async () => {
    const { updates, updater } = world();
    updater.announces = '1.2.3<b>';
    await updates.check();
    expect(updates.state).toEqual({ kind: 'available', version: '1.2.3b' });
    expect(updater.downloads).toBe(0);
  });

  it('asks once for many who ask at the same time', async () => {
    const { updates, updater } = world();
    await Promise.all([updates.check(), updates.check(), updates.check()]);
    expect(updater.checks).toBe(1);
  });

  it('makes no alarm of a missing network when nobody asked', async () => {
    const { updates, clock, updater, kinds } = world();
    updater.announces = offline;
    updates.start();
    await clock.advance(60_000);
    expect(kinds()).toEqual(['checking', 'idle']);
    updater.announces = '2.0.0';
    await clock.advance(14 * HOUR_MS);
    expect(updates.state).toEqual({ kind: 'available', version: '2.0.0' });
    updater.announces = offline;
    await clock.advance(14 * HOUR_MS);
    expect(updates.state).toEqual({ kind: 'available', version: '2.0.0' });
  });

  it.each([
    [offline, 'update-offline'],
    [new Error('404'), 'update-check-failed'],
  ])('tells whoever asked that it failed: %s', async (failure, code) => {
    const { updates, updater } = world();
    updater.announces = failure;
    await updates.check();
    expect(updates.state).toMatchObject({ kind: 'failed', problem: { code } });
    updater.announces = null;
    await updates.check();
    expect(updates.state.kind).toBe('idle');
  });

  it('can be tried again when the updater could not be loaded', async () => {
    let isBroken = true;
    const updater = new FakeUpdater();
    const load = async () => {
      if (isBroken) throw new Error('no such module');
      return updater;
    };
    const { updates } = world({ load });
    await updates.check();
    expect(updates.state).toMatchObject({ problem: { code: 'update-check-failed' } });
    isBroken = false;
    await updates.check();
    expect(updates.state.kind).toBe('idle');
  });
});

describe('fetching and installing', () => {
  async function found(over: Partial<UpdatesOptions> = {}) {
    const it = world(over);
    it.updater.announces = '2.0.0';
    await it.updates.check();
    it.states.length = 0;
    return it;
  }

  it('happens when asked, says how far it is, and installs at quitting from then on', async () => {
    const { updates, updater, states } = await found();
    const agreed: boolean[] = [];
    updater.whileDownloading = () => agreed.push(updater.autoInstallOnAppQuit);
    expect(updater.autoInstallOnAppQuit).toBe(false);
    await updates.download();
    const version = '2.0.0';
    expect(states).toEqual([
      { kind: 'downloading', version, percent: 0 },
      { kind: 'downloading', version, percent: 40 },
      { kind: 'downloading', version, percent: 100 },
      { kind: 'ready', version },
    ]);
    // The updater looks at it when the download ends.
    expect(agreed).toEqual([true]);
    expect(updater.autoInstallOnAppQuit).toBe(true);
    expect(updater.installs).toEqual([]);
    await updates.download();
    await updates.check();
    expect(updates.state.kind).toBe('ready');
    expect(updater).toMatchObject({ downloads: 1, checks: 1 });
  });

  it('fails without a trace at quitting, and can be tried again', async () => {
    const { updates, updater } = await found();
    updater.downloadFailure = new Error('sha512 checksum mismatch');
    await updates.download();
    expect(updates.state).toMatchObject({ problem: { code: 'update-download-failed' } });
    expect(updater.autoInstallOnAppQuit).toBe(false);
    updater.downloadFailure = null;
    await updates.download();
    expect(updates.state).toEqual({ kind: 'ready', version: '2.0.0' });
  });

  it('needs something to fetch', async () => {
    const { updates } = world();
    await expect(updates.download()).rejects.toMatchObject({ problem: { code: 'update-none' } });
    await updates.check();
    await expect(updates.download()).rejects.toMatchObject({ problem: { code: 'update-none' } });
  });

  it('restarts the app when asked, and never under a broadcast', async () => {
    const { updates, updater, wants, clock } = await found();
    await expect(updates.install()).rejects.toMatchObject({ problem: { code: 'update-none' } });
    await updates.download();
    wants.broadcasting = true;
    await expect(updates.install()).rejects.toMatchObject({
      problem: { code: 'update-during-broadcast' },
    });
    updates.start();
    await clock.advance(100 * HOUR_MS);
    expect(updater.installs).toEqual([]);
    wants.broadcasting = false;
    await updates.install();
    expect(updater.installs).toEqual([[false, true]]);
  });

  it('tells when the system refuses to install', async () => {
    const { updates, updater } = await found();
    await updates.download();
    updater.quitAndInstall = () => void updater.emit('error', new Error('refused'));
    await updates.install();
    expect(updates.state).toMatchObject({ problem: { code: 'update-install-failed' } });
  });

  it('leaves no timer, no listener and no word behind', async () => {
    const { updates, updater, clock, states } = await found();
    updates.start();
    updates.dispose();
    expect(clock.pendingTimers).toBe(0);
    expect(updater.eventNames()).toEqual([]);
    await updates.check();
    expect(states).toEqual([]);
  });
});

describe('a missing network', () => {
  it.each([
    [offline, true],
    [new Error('net::ERR_NAME_NOT_RESOLVED'), true],
    [Object.assign(new Error('x'), { code: 'ENOTFOUND' }), true],
    [Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), true],
    [new Error('net::ERR_CERT_AUTHORITY_INVALID'), false],
    [new Error('HttpError: 404'), false],
    ['text', false],
  ])('is told from other failures: %s', (failure, expected) => {
    expect(isOffline(failure)).toBe(expected);
  });
});
