import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileVault } from '../../electron/auth/file-vault.ts';
import { createFiles } from '../../electron/base/files.ts';
import { Redactor, silentLogger } from '../../electron/base/log.ts';
import { SettingsFile } from '../../electron/settings/settings-file.ts';
import { markOfAll } from '../../electron/storage/coverage-mark.ts';
import { openLedger } from '../../electron/storage/open-ledger.ts';
import type { Problem } from '../../shared/problem.ts';
import { settingsSchema } from '../../shared/settings.ts';
import then from '../fixtures/data-folder.json' with { type: 'json' };
import { gapOf } from '../support/gaps.ts';
import { VirtualClock } from '../support/virtual-clock.ts';
import { LibraryWorld } from '../unit/media/library-world.ts';

/** A data folder as version 1.0 left it; `data-folder.json` is what that version read there. */
const KEPT = join(import.meta.dirname, '../fixtures/data-folder');

const AT = Date.UTC(2026, 0, 1);
const clock = new VirtualClock();
const files = createFiles(clock);

let folder: string;
let problems: Problem[];

const parts = (name: string) => ({
  path: join(folder, name),
  files,
  clock,
  log: silentLogger,
  onProblem: (problem: Problem) => void problems.push(problem),
});

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stagelight-folder-'));
  await cp(KEPT, folder, { recursive: true });
  problems = [];
});

afterEach(async () => {
  const names = await readdir(folder, { recursive: true });
  await rm(folder, { recursive: true, force: true });
  expect(names.filter((name) => !KNOWN.test(name))).toEqual([]);
  expect(problems).toEqual([]);
});

/** Anything else would have been set aside. */
const KNOWN =
  /^(settings\.json|vault\.json|ledger\.sqlite(-wal|-shm)?|media([\\/]([0-9a-f]{64}|index\.json))?)$/;

describe('a data folder of the version before', () => {
  it('keeps every setting', async () => {
    const file = await SettingsFile.load(parts('settings.json'));
    const kept = JSON.parse(await readFile(join(KEPT, 'settings.json'), 'utf8'));
    const settings = file.get();
    expect(settings).toMatchObject(kept);
    // What is no longer known would be kept too, and mean nothing.
    expect(Object.keys(settingsSchema.shape)).toEqual(expect.arrayContaining(Object.keys(kept)));
    expect(settings).toMatchObject({
      language: 'en',
      port: 17_999,
      linkedBefore: true,
      connect: { clientId: 'my-client', redirectUri: 'http://127.0.0.1:18000/callback' },
      desktop: { mode: 'connect', step: 'done', closeToTray: false, allowWeakVault: true },
      hotkeys: { 'alerts-skip': 'Ctrl+Alt+K' },
      overlay: {
        muted: true,
        theme: { tokens: { '--ov-accent': '#ff0044' }, css: '.sl-events { opacity: 0.9; }' },
      },
      chatLog: { days: 90 },
      streamPresets: [{ name: '저녁 방송', change: { defaultLiveTitle: '저녁 방송' } }],
      drops: { watch: false, stuckHours: 48 },
    });
  });

  it('opens its vault with the passphrase of then', async () => {
    const vault = new FileVault({
      ...parts('vault.json'),
      redactor: new Redactor(),
      passphrase: '달빛 아래 라디오 소리',
    });
    await vault.open();
    expect(await vault.read('overlay-key')).toBe('overlay-key-of-then');
    expect(await vault.read('dashboard-key')).toBe('dashboard-key-of-then');
    expect(await vault.read('client-secret')).toBe('client-secret-of-then');
  });

  it('keeps everything that its ledger says', () => {
    const { ledger, setAside } = openLedger({
      file: join(folder, 'ledger.sqlite'),
      clock,
      log: silentLogger,
    });
    const { heardAt, gaps, ...rest } = then.ledger;
    try {
      expect(setAside).toBeNull();
      expect({
        epoch: ledger.epoch,
        tallies: ledger.tallies(),
        totals: ledger.totals(),
        events: ledger.figures.latestBefore(100_000, 20),
        queued: ledger.alertsInState('queued', 9),
        over: ledger.alerts.latest('over', 9),
        turnedDown: ledger.alerts.turnedDown(9),
        neverAppeared: ledger.alerts.latest('never-appeared', 9),
        gaps: ledger.gaps(9),
        mark: ledger.mark(),
        chat: ledger.chat.bySender('viewer-1', 9),
        viewer: ledger.viewers.find('viewer-1'),
        claims: ledger.claims.list({}, 0, 9),
        campaigns: ledger.claims.campaigns(),
        jobs: ledger.payouts.jobs(9),
        calls: ledger.payouts.calls(0, AT + 99_000, 9),
        refusedClaims: ledger.payouts.refused(),
        quota: ledger.payouts.quota('2026-01-01', 'WRITE_DROPS'),
        followers: ledger.people.followerMark('channel-1'),
        broadcast: ledger.figures.broadcast(),
        broadcasts: ledger.broadcasts.list(9),
        // What is new since then may stand beside it. That version told no kinds apart.
      }).toMatchObject({ ...rest, mark: markOfAll(heardAt), gaps: gaps.map((gap) => gapOf(gap)) });
      // Numbers go on behind the 20 that were reserved.
      expect(ledger.reserveNumbers(1)).toBe(Number(then.ledger.events[0]?.seq) + 20);
    } finally {
      ledger.close();
    }
  });

  it('keeps its media', async () => {
    const world = new LibraryWorld(join(folder, 'media'));
    await world.open();
    await world.checked();
    expect(world.library.items).toEqual(then.media);
    expect(world.problems).toEqual([]);
    await world.library.close();
  });
});
