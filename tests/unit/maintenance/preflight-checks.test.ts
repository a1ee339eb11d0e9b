import { describe, expect, it } from 'vitest';
import { soundFinding } from '../../../electron/features/maintenance/preflight.ts';
import {
  PREFLIGHT_LIMITS,
  type PreflightPorts,
  preflightChecks,
} from '../../../electron/features/maintenance/preflight-checks.ts';
import { SCOPES } from '../../../electron/platform/operations.ts';
import { wordsOf } from '../../../renderer/i18n/dashboard.ts';
import type { Finding, FindingId } from '../../../shared/contract/maintenance.ts';
import type { AppStatus, ConnectionState, SessionStatus } from '../../../shared/status.ts';
import { EMPTY_OBS } from '../../support/empty-states.ts';
import { unavailable } from '../auth/fakes.ts';
import { foundIn, obsWith, waitingFor } from '../dashboard/obs/obs-fixtures.ts';
import { statusWith } from '../dashboard/support.ts';

const FAILURE = new Error('refused');
/** The platform cannot be reached for now. */
const PASSING = unavailable();
const UNKNOWN = ['unknown', 'check-again'];

const words = wordsOf('ko');

const PROVED = { proof: { state: 'proved', at: 0, scene: 'Game', by: 'program' } } as const;

const SIGNED_OUT = { tokens: null, account: null } satisfies Partial<AppStatus>;
const session = (slotsUsed: number | null): SessionStatus => ({
  createdAt: 1,
  connectedAt: 1,
  nextRenewalAt: null,
  nextRollOverAt: null,
  lastPongAt: null,
  roundTripMs: null,
  subscribed: [],
  slotsUsed,
  slotsMax: 3,
});

function look(id: Exclude<FindingId, 'sound'>, ports: Partial<PreflightPorts> = {}) {
  const well: PreflightPorts = {
    status: () => statusWith({ session: session(1) }),
    scopes: () => SCOPES,
    askUser: async () => undefined,
    overlay: () => ({ inObs: 0, elsewhere: null }),
    obs: () => obsWith(PROVED),
    stream: async () => ({ title: '달빛 라디오', category: '토크' }),
    freeBytes: async () => 50_000_000_000,
    clockOffset: () => 0,
    touchLedger: () => undefined,
  };
  return Promise.resolve(preflightChecks({ ...well, ...ports })[id]());
}

const said = ({ state, fix }: Omit<Finding, 'id'>) => [state, fix];

describe('the looks before going live', () => {
  it.each([
    'token',
    'scopes',
    'connection',
    'slots',
    'overlay',
    'obs',
    'title',
    'disk',
    'clock',
    'ledger',
  ] as const)('find nothing to do about %s when all is well', async (id) => {
    expect(said(await look(id))).toEqual(['ok', null]);
  });

  it.each(['token', 'scopes', 'title'] as const)('ask to sign in first (%s)', async (id) => {
    const found = await look(id, { status: () => statusWith(SIGNED_OUT) });
    expect(said(found)).toEqual(['fail', 'sign-in']);
  });

  it.each([
    ['may not be asked about', { scopes: () => [] }, ['ok', null]],
    ['is refused', { askUser: async () => Promise.reject(FAILURE) }, ['fail', 'sign-in']],
    ['cannot be looked at', { askUser: async () => Promise.reject(PASSING) }, UNKNOWN],
  ])('know a login that %s', async (_name, ports: Partial<PreflightPorts>, expected) => {
    expect(said(await look('token', ports))).toEqual(expected);
  });

  const hidden = { code: 'hidden', source: 'Stagelight', by: [], fixable: true } as const;
  const small = { ...hidden, code: 'wrong-size' } as const;
  it.each([
    ['is not wanted', EMPTY_OBS, ['ok', 'open-obs'], '연결하지 않았어요.'],
    ['is being reached', { ...EMPTY_OBS, link: { state: 'connecting' } }, ['warn', 'open-obs'], ''],
    ['does not answer', waitingFor('not-obs'), ['fail', 'open-obs'], '4455번 포트에서'],
    ['is looked at', obsWith({ proof: { state: 'looking' } }), UNKNOWN, '아직 살펴보고'],
    ['is too dark', obsWith({ proof: { state: 'unclear', at: 0 } }), ['unknown', 'open-obs'], ''],
    ['shows the overlay', obsWith(PROVED), ['ok', null], '오버레이가 나와요.'],
    ['hides it', obsWith(foundIn(small, hidden)), ['fail', 'open-obs'], '숨겨져 있어요'],
    ['shows it small', obsWith(foundIn(small)), ['warn', 'open-obs'], '화면과 달라요'],
  ] as const)('know an OBS that %s', async (_name, obs, expected, text) => {
    const found = await look('obs', { obs: () => obs });
    expect(said(found)).toEqual(expected);
    expect(words.pick(found.what)).toContain(text);
  });

  it('name the channel that is signed in', async () => {
    expect((await look('token')).what).toEqual({
      key: 'preflight.token-ok-as',
      values: { name: statusWith({}).account?.channelName },
    });
  });

  it.each([
    ['warn where a part of the app is not possible', [], 'warn'],
    [
      'stop where a part of the show is not received',
      [{ scope: 'READ:DONATION', disables: { key: 'problem.events-donation' } }],
      'fail',
    ],
  ] as const)('%s', async (_name, missing, state) => {
    const status = () => statusWith({ scopes: { granted: [], missing } });
    const scopes = () => SCOPES.filter((scope) => scope !== 'READ:USER_BLOCK');
    const found = await look('scopes', { status, scopes });
    expect(said(found)).toEqual([state, 'grant']);
    expect(found.what).toEqual({
      key: 'preflight.scopes-missing',
      values: { missing: [{ key: 'permit.READ:USER_BLOCK' }] },
    });
  });

  it.each<[ConnectionState, string, string | null]>([
    ['live', 'ok', null],
    ['signed-out', 'fail', 'sign-in'],
    ['signing-in', 'fail', 'sign-in'],
    ['starting', 'warn', 'reconnect'],
    ['connecting', 'warn', 'reconnect'],
    ['reconnecting', 'warn', 'reconnect'],
    ['stopped', 'fail', 'reconnect'],
  ])('know what a connection that is %s needs', async (state, expected, fix) => {
    const status = () => statusWith({ connection: { state, reason: null, since: 1 } });
    expect(said(await look('connection', { status }))).toEqual([expected, fix]);
  });

  it.each([
    [1, 'ok', null],
    [2, 'ok', null],
    [3, 'warn', 'open-connection'],
    [null, 'unknown', 'reconnect'],
  ])('count %s of three sessions', async (used, state, fix) => {
    const status = () => statusWith({ session: session(used) });
    expect(said(await look('slots', { status }))).toEqual([state, fix]);
  });

  it.each([
    ['is visible in OBS', 0, null, 'ok', null],
    ['was visible in OBS within the minute', 60_000, null, 'ok', null],
    ['was visible in OBS longer ago', 60_001, null, 'fail', 'copy-overlay'],
    ['is visible in a browser only', null, 0, 'warn', 'copy-overlay'],
    ['was never opened', null, null, 'fail', 'copy-overlay'],
  ])('see an overlay that %s', async (_name, inObs, elsewhere, state, fix) => {
    const found = await look('overlay', { overlay: () => ({ inObs, elsewhere }) });
    expect(said(found)).toEqual([state, fix]);
  });

  it.each([
    [
      'without a title',
      { stream: async () => ({ title: ' ', category: '토크' }) },
      ['fail', 'open-stream'],
    ],
    [
      'without a category',
      { stream: async () => ({ title: '달빛', category: '' }) },
      ['warn', 'open-stream'],
    ],
    ['that may not be read', { scopes: () => [] }, ['unknown', 'grant']],
    ['that cannot be read', { stream: async () => Promise.reject(FAILURE) }, UNKNOWN],
  ])('see a broadcast %s', async (_name, ports: Partial<PreflightPorts>, expected) => {
    expect(said(await look('title', ports))).toEqual(expected);
  });

  it.each([
    [PREFLIGHT_LIMITS.diskWarnBytes, 'ok', null, '2GB'],
    [PREFLIGHT_LIMITS.diskWarnBytes - 1_000_000, 'warn', 'open-folder', '2GB'],
    [1_540_000_000, 'warn', 'open-folder', '1.5GB'],
    [PREFLIGHT_LIMITS.diskFailBytes, 'warn', 'open-folder', '200MB'],
    [PREFLIGHT_LIMITS.diskFailBytes - 1, 'fail', 'open-folder', '199MB'],
  ])('measure a disk with %d bytes left', async (bytes, state, fix, text) => {
    const found = await look('disk', { freeBytes: async () => bytes });
    expect(said(found)).toEqual([state, fix]);
    expect(words.pick(found.what)).toContain(text);
  });

  it.each([
    [4_999, 'ok', null, ''],
    [5_000, 'warn', 'check-again', '5초 빨라요'],
    [-5_000, 'warn', 'check-again', '5초 느려요'],
    [60_000, 'fail', 'check-again', '60초 빨라요'],
    [null, 'unknown', 'check-again', ''],
  ])('compare a clock that is off by %s ms', async (offset, state, fix, text) => {
    const found = await look('clock', { clockOffset: () => offset });
    expect(said(found)).toEqual([state, fix]);
    expect(words.pick(found.what)).toContain(text);
  });

  it('find books that cannot be written', async () => {
    const touchLedger = () => {
      throw new Error('disk full');
    };
    expect(said(await look('ledger', { touchLedger }))).toEqual(['fail', 'open-folder']);
  });

  it.each([
    [false, null, 'fail', 'open-overlay'],
    [false, true, 'fail', 'open-overlay'],
    [true, null, 'unknown', 'test-sound'],
    [true, true, 'ok', null],
    [true, false, 'fail', 'test-sound'],
  ])('know of a sound that can be made (%s) and was heard (%s)', (canSound, heard, state, fix) => {
    expect(said(soundFinding(canSound, heard))).toEqual([state, fix]);
  });
});
