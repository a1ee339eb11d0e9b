import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { LogRing, Redactor } from '../../../electron/base/log.ts';
import { Diagnostics } from '../../../electron/features/maintenance/diagnostics.ts';
import { MaintenanceRefusedError } from '../../../electron/features/maintenance/errors.ts';
import { DEFAULT_SETTINGS } from '../../../shared/settings.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { statusWith } from '../dashboard/support.ts';
import { temporaryFolder } from '../storage/support.ts';

const SECRET = 'a-secret-of-the-application';
const OVERLAY = 'http://127.0.0.1:17816/overlay/abcdefghijklmnopqrstuvwxyz012345/';

function setUp(earlier = '') {
  const dataDir = temporaryFolder();
  const redactor = new Redactor();
  const logs = new LogRing();
  logs.add(`2026 info said before it was known: ${SECRET}`, 'info');
  redactor.hideAlways(SECRET);
  let made = 0;
  const settings = {
    ...DEFAULT_SETTINGS,
    connect: { ...DEFAULT_SETTINGS.connect, clientId: 'my-own-client-id' },
    somethingNew: { apiToken: 'a-token-of-a-newer-version', blocked: ['나쁜 시청자', '나쁜 말'] },
  };
  const diagnostics = new Diagnostics({
    dataDir,
    redactor,
    logs,
    clock: new VirtualClock(Date.UTC(2026, 0, 2, 3, 4, 5)),
    makeKey: () => `bundle-${++made}`,
    earlierLog: async () => earlier,
    versions: () => ({ app: '1.2.3' }),
    settings: () => settings,
    status: () =>
      statusWith({
        overlay: { url: OVERLAY, connectedPages: 2 },
        signInUrl: 'https://ci.me/auth?state=abc',
        notices: [
          {
            id: 'n',
            level: 'warn',
            at: 1,
            problem: { code: 'unexpected' },
          },
        ],
      }),
    ledger: async () => ({ bytes: 10, writable: true, counts: { queued: 1 } }),
    loops: () => ({ slowLoops: 3, longestMs: 1_500 }),
    onChange: () => undefined,
  });
  return { diagnostics, dataDir };
}

describe('the bundle for support', () => {
  it('holds versions, status, settings, the state of the books and the log', async () => {
    const { files } = await setUp().diagnostics.collect();
    expect(files.map(({ name }) => name)).toEqual([
      'about.json',
      'status.json',
      'settings.json',
      'ledger.json',
      'event-loop.json',
      'log.txt',
    ]);
    expect(files[0]?.text).toContain('1.2.3');
    expect(files[1]?.text).toContain('unexpected');
    expect(JSON.parse(files[4]?.text ?? '')).toEqual({ slowLoops: 3, longestMs: 1_500 });
  });

  it('has the log of before where the host keeps one', async () => {
    const { files } = await setUp(`older line ${SECRET}\n`).diagnostics.collect();
    const earlier = files.find(({ name }) => name === 'log-earlier.txt');
    expect(earlier?.text).toBe('older line [hidden]\n');
  });

  it.each([
    ['a secret that the log said before it was known', SECRET],
    ['an address of a page', 'abcdefghijklmnopqrstuvwxyz012345'],
    ['the client id', 'my-own-client-id'],
    ['a token of settings that only a newer version knows', 'a-token-of-a-newer-version'],
    ['viewers', '나쁜 시청자'],
    ['who streams', '달빛'],
    ['where to sign in', 'state=abc'],
  ])('never has %s', async (_name, text) => {
    const { files } = await setUp().diagnostics.collect();
    expect(JSON.stringify(files)).not.toContain(text);
  });

  it('is saved exactly as it was shown', async () => {
    const { diagnostics, dataDir } = setUp();
    const { id, files } = await diagnostics.collect();
    const name = await diagnostics.save(id);
    expect(name).toBe('stagelight-diagnostics-20260102-030405.zip');
    const saved = unzipSync(readFileSync(join(dataDir, 'diagnostics', name)));
    expect(Object.entries(saved).map(([path, bytes]) => [path, strFromU8(bytes)])).toEqual(
      files.map((file) => [file.name, file.text]),
    );
  });

  it('that was never shown is not saved', async () => {
    const { diagnostics } = setUp();
    await expect(diagnostics.save('bundle-1')).rejects.toThrow(MaintenanceRefusedError);
    const { id } = await diagnostics.collect();
    await diagnostics.collect();
    await expect(diagnostics.save(id)).rejects.toThrow(MaintenanceRefusedError);
  });
});
