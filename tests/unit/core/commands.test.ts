import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CallbackPortError } from '../../../electron/auth/errors.ts';
import { accountCommands } from '../../../electron/features/account/index.ts';
import { alertCommands } from '../../../electron/features/alerts/index.ts';
import { mediaCommands } from '../../../electron/features/media/index.ts';
import { overlayCommands, replayCommands } from '../../../electron/features/overlay/index.ts';
import { ACCOUNT_COMMANDS } from '../../../shared/contract/account.ts';
import { ALERTS_COMMANDS } from '../../../shared/contract/alerts.ts';
import { contractOf } from '../../../shared/contract/index.ts';
import { MEDIA_COMMANDS } from '../../../shared/contract/media.ts';
import { OVERLAY_COMMANDS } from '../../../shared/contract/overlay.ts';
import { REPLAY_COMMANDS } from '../../../shared/contract/replay.ts';
import { type Decoded, EVENT_KINDS } from '../../../shared/events.ts';
import type { Language } from '../../../shared/locales/index.ts';
import type { MediaItem } from '../../../shared/overlay/media.ts';
import { DEFAULT_OVERLAY } from '../../../shared/overlay/overlay-settings.ts';
import { memoryLedger } from '../storage/support.ts';

const MEDIA_ITEM: MediaItem = {
  hash: 'a'.repeat(64),
  name: 'wave.png',
  type: 'image/png',
  bytes: 5,
  addedAt: 1,
  uses: 0,
  broken: false,
};

type Parts = Parameters<typeof accountCommands>[0] &
  Parameters<typeof alertCommands>[0] &
  Parameters<typeof overlayCommands>[0] & {
    readonly library: Parameters<typeof mediaCommands>[0];
    readonly replay: Parameters<typeof replayCommands>[0];
  };

const commandHandlers = (parts: Parts) => ({
  ...accountCommands(parts),
  ...alertCommands(parts),
  ...overlayCommands(parts),
  ...mediaCommands(parts.library),
  ...replayCommands(parts.replay),
});

function setUp() {
  const journal: string[] = [];
  const played: Decoded[] = [];
  const account = { failure: null as unknown };
  const handlers = commandHandlers({
    hub: {
      playTest: (decoded) => {
        played.push(decoded);
        return { ...decoded, seq: played.length, receivedAt: 0, origin: 'test' };
      },
    },
    alerts: {
      setPaused: (paused) => void journal.push(paused ? 'pause' : 'resume'),
      skip: () => void journal.push('skip'),
      panic: () => void journal.push('panic'),
      clear: () => void journal.push('clear'),
      replay: (seq) => void journal.push(`replay ${seq}`),
      replayMissed: () => void journal.push('replay missed'),
      dismiss: (seq) => void journal.push(`dismiss ${seq}`),
      approve: (seq) => void journal.push(`approve ${seq}`),
      reject: (seq) => void journal.push(`reject ${seq}`),
    },
    account: {
      signIn: async () => {
        if (account.failure) throw account.failure;
        return 'https://platform.example/sign-in';
      },
      signOut: async () => {
        journal.push('sign-out');
      },
    },
    language: {
      current: 'ko' as Language,
      choose: async (language) => {
        journal.push(`language ${language}`);
      },
    },
    notices: { dismiss: (id) => void journal.push(`dismiss ${id}`) },
    overlaySettings: {
      set: async (change) => {
        journal.push(`overlay ${JSON.stringify(change)}`);
      },
      edit: async (change) => {
        const { muted, alertDefaults } = change(DEFAULT_OVERLAY);
        journal.push(`sound ${alertDefaults.volume} ${muted ? 'muted' : 'heard'}`);
      },
    },
    broadcast: {
      begin: () => {
        journal.push('broadcast');
        return 1_700_000_000_000;
      },
    },
    library: {
      beginUpload: async (name, bytes) => {
        journal.push(`begin ${name} ${bytes}`);
        return 'upload-1';
      },
      addPart: async (upload, index, data) => {
        journal.push(`part ${upload} ${index} ${data}`);
      },
      finishUpload: async (upload) => {
        journal.push(`finish ${upload}`);
        return MEDIA_ITEM;
      },
      remove: async (hash) => {
        journal.push(`remove ${hash}`);
      },
    },
    replay: {
      broadcasts: memoryLedger().broadcasts,
      flush: () => void journal.push('flush'),
    },
  });
  return { handlers, journal, played, account };
}

/** The other features have their own tests. */
const OWN_COMMANDS = Object.keys({
  ...ACCOUNT_COMMANDS,
  ...ALERTS_COMMANDS,
  ...OVERLAY_COMMANDS,
  ...MEDIA_COMMANDS,
  ...REPLAY_COMMANDS,
}).filter((name) => !name.startsWith('overlay.') || name === 'overlay.set') as (keyof ReturnType<
  typeof commandHandlers
>)[];

describe('what a dashboard may ask for', () => {
  it('is exactly what the contract names', () => {
    expect(Object.keys(setUp().handlers).toSorted()).toEqual([...OWN_COMMANDS].toSorted());
  });

  it.each(EVENT_KINDS)('a test event of kind %s', async (kind) => {
    const { handlers, played } = setUp();
    expect(await handlers['test-event.play']({ kind })).toEqual({ seq: 1 });
    expect(played).toMatchObject([{ kind }]);
  });

  it('to sign in: the answer is the address', async () => {
    const { handlers, account } = setUp();
    expect(await handlers['sign-in.start']({})).toEqual({
      url: 'https://platform.example/sign-in',
    });
    account.failure = new CallbackPortError(1, 'in-use');
    await expect(handlers['sign-in.start']({})).rejects.toBe(account.failure);
  });

  it('to sign out, another language, a notice off the list', async () => {
    const { handlers, journal } = setUp();
    await handlers['sign-in.sign-out']({});
    await handlers['settings.set-language']({ language: 'en' });
    await handlers['notice.dismiss']({ id: 'a-problem' });
    expect(journal).toEqual(['sign-out', 'language en', 'dismiss a-problem']);
  });

  it('to hold alerts back, to let them go on, to end or to hide the one on the screen', async () => {
    const { handlers, journal } = setUp();
    await handlers['alerts.pause']({ paused: true });
    await handlers['alerts.pause']({ paused: false });
    await handlers['alerts.skip']({});
    await handlers['alerts.panic']({});
    expect(journal).toEqual(['pause', 'resume', 'skip', 'panic']);
  });

  it('to clear what waits, to replay, to dismiss, to let in and to turn down', async () => {
    const { handlers, journal } = setUp();
    await handlers['alerts.clear']({});
    await handlers['alerts.replay']({ seq: 1 });
    await handlers['alerts.replay-missed']({});
    await handlers['alerts.dismiss']({ seq: 2 });
    await handlers['alerts.dismiss']({ seq: null });
    await handlers['alerts.approve']({ seq: 3 });
    await handlers['alerts.reject']({ seq: 4 });
    await handlers['alerts.set-sound']({ volume: 0.4 });
    await handlers['alerts.set-sound']({ by: -0.3 });
    await handlers['alerts.set-sound']({ by: 0.5 });
    await handlers['alerts.set-sound']({ muted: true });
    expect(journal).toEqual([
      'clear',
      'replay 1',
      'replay missed',
      'dismiss 2',
      'dismiss null',
      'approve 3',
      'reject 4',
      'sound 0.4 heard',
      'sound 0.7 heard',
      'sound 1 heard',
      'sound 1 muted',
    ]);
  });

  it('to put a file into the media library, part by part, and to take one out', async () => {
    const { handlers, journal } = setUp();
    const begun = await handlers['media.begin']({ name: 'wave.png', bytes: 5 });
    await handlers['media.part']({ ...begun, index: 0, data: 'aGVsbG8=' });
    const item = await handlers['media.finish'](begun);
    await handlers['media.remove']({ hash: item.hash });
    expect(item).toBe(MEDIA_ITEM);
    expect(journal).toEqual([
      'begin wave.png 5',
      'part upload-1 0 aGVsbG8=',
      'finish upload-1',
      `remove ${item.hash}`,
    ]);
  });

  it('to set what viewers see, and to begin a broadcast', async () => {
    const { handlers, journal } = setUp();
    expect(await handlers['overlay.set']({ muted: true })).toBeUndefined();
    expect(await handlers['broadcast.begin']({})).toEqual({ beganAt: 1_700_000_000_000 });
    expect(journal).toEqual(['overlay {"muted":true}', 'broadcast']);
  });

  it.each(OWN_COMMANDS)('%s answers as the contract says', async (name) => {
    const { handlers } = setUp();
    const args = { kind: 'CHAT', language: 'ko', id: 'x', paused: true, broadcast: 'last' };
    const call = handlers[name] as (args: unknown) => Promise<unknown>;
    const { result = z.undefined() } = contractOf(name);
    expect(result.safeParse(await call(args)).success).toBe(true);
  });
});
