import { describe, expect, it } from 'vitest';
import {
  type GoLiveFacts,
  goLivePoints,
  wrongPoints,
} from '../../../../renderer/dashboard/obs/go-live-points.ts';
import { NO_STRIP, type ObsFinding, type ObsState } from '../../../../shared/contract/obs.ts';
import type { StreamState } from '../../../../shared/contract/stream.ts';
import type { AppStatus, ConnectionState } from '../../../../shared/status.ts';
import { foundIn, obsWith } from './obs-fixtures.ts';

const PROVED = { state: 'proved', at: 0, scene: 'Game', by: 'program' } as const;
const HEARD = { state: 'heard', at: 0, input: 'Stagelight' } as const;
const COVERED: ObsFinding = { code: 'covered', source: 'Stagelight', by: [], fixable: true };
const SMALL: ObsFinding = { code: 'wrong-size', source: 'Stagelight', by: [], fixable: true };
const MUTED: ObsFinding = { code: 'muted', source: 'Stagelight', by: [], fixable: true };

const facts = (
  obs: Partial<ObsState>,
  connection: ConnectionState | null = 'live',
  title: string | null = 'A title',
): GoLiveFacts => ({
  obs: obsWith({ proof: PROVED, ...obs }),
  status: connection && ({ connection: { state: connection } } as AppStatus),
  stream:
    title === null
      ? null
      : ({ settings: { value: { defaultLiveTitle: title } } } as unknown as StreamState),
});
const strip = (changes: Partial<ObsState['strip']>): Partial<ObsState> => ({
  strip: { ...NO_STRIP, hasKey: true, freeDisk: 50_000, ...changes },
});

describe('before going live', () => {
  it.each<[string, GoLiveFacts, string, string]>([
    ['the overlay is proved', facts({}), 'overlay', 'ok'],
    ['nothing is proved yet', facts({ proof: { state: 'looking' } }), 'overlay', 'unknown'],
    [
      'the picture is too dark',
      facts({ proof: { state: 'unclear', at: 0 } }),
      'overlay',
      'unknown',
    ],
    ['it is covered', facts(foundIn(SMALL, COVERED)), 'overlay', 'warn'],
    ['it is covered first of all', facts(foundIn(COVERED, SMALL)), 'overlay', 'fail'],
    ['it is muted only', facts(foundIn(MUTED)), 'overlay', 'ok'],
    ['it is muted', facts(foundIn(COVERED, MUTED)), 'sound', 'warn'],
    ['the last alert was heard', facts({ heard: HEARD, ...foundIn(COVERED) }), 'sound', 'ok'],
    ['none sounded yet', facts({}), 'sound', 'unknown'],
    ['OBS tells no levels', facts({ heard: { state: 'untold', at: 0 } }), 'sound', 'unknown'],
    ['OBS has a key', facts(strip({})), 'key', 'ok'],
    ['OBS has none', facts(strip({ hasKey: false })), 'key', 'fail'],
    ['OBS does not tell it', facts(strip({ hasKey: null })), 'key', 'unknown'],
    ['there is room', facts(strip({})), 'disk', 'ok'],
    ['there is little room', facts(strip({ freeDisk: 3_900 })), 'disk', 'warn'],
    ['there is none', facts(strip({ freeDisk: 400 })), 'disk', 'fail'],
    ['the platform is reached', facts({}), 'platform', 'ok'],
    ['the platform is being reached', facts({}, 'reconnecting'), 'platform', 'warn'],
    ['nobody is signed in', facts({}, 'signed-out'), 'platform', 'fail'],
    ['the core has not said', facts({}, null), 'platform', 'unknown'],
    ['there is a title', facts({}), 'title', 'ok'],
    ['the title is empty', facts({}, 'live', ' '), 'title', 'fail'],
    ['the title was not read', facts({}, 'live', null), 'title', 'unknown'],
  ])('when %s', (_, given, id, state) => {
    expect(goLivePoints(given).find((point) => point.id === id)).toMatchObject({ id, state });
  });

  it('what is unknown keeps nobody waiting', () => {
    expect(wrongPoints(facts({ proof: { state: 'looking' } }, null, null))).toEqual([]);
    expect(wrongPoints(facts({ ...strip({ hasKey: false }), ...foundIn(MUTED) }))).toMatchObject([
      { id: 'sound', finding: MUTED },
      { id: 'key' },
    ]);
  });
});
