import type { ACCOUNT_COMMANDS } from '../../shared/contract/account.ts';
import type { ALERTS_COMMANDS } from '../../shared/contract/alerts.ts';
import type { MEDIA_COMMANDS } from '../../shared/contract/media.ts';
import type { OVERLAY_COMMANDS } from '../../shared/contract/overlay.ts';
import { type REPLAY_COMMANDS, REPLAY_PARTS } from '../../shared/contract/replay.ts';
import { testEvent } from '../../shared/test-play.ts';
import type { AlertQueue } from '../alerts/alert-queue.ts';
import type { EventHub } from '../events/hub.ts';
import type { Broadcast } from '../figures/broadcast.ts';
import type { BroadcastBooks, BroadcastRecord } from '../ledger/ports.ts';
import type { MediaLibrary } from '../media/media-library.ts';
import type { CommandHandlers } from '../outputs/ports.ts';
import type { Account } from './account.ts';
import type { LanguageSource } from './language-source.ts';
import { mediaCommands } from './media-wiring.ts';
import type { NoticeBoard } from './notice-board.ts';
import type { OverlaySettingsSource } from './overlay-settings.ts';

interface CommandParts {
  readonly hub: Pick<EventHub, 'playTest'>;
  readonly alerts: Pick<
    AlertQueue,
    'setPaused' | 'skip' | 'panic' | 'clear' | 'replay' | 'dismiss' | 'approve' | 'reject'
  >;
  readonly account: Pick<Account, 'signIn' | 'signOut'>;
  readonly language: Pick<LanguageSource, 'current' | 'choose'>;
  readonly notices: Pick<NoticeBoard, 'dismiss'>;
  readonly overlay: Pick<OverlaySettingsSource, 'set'>;
  readonly broadcast: Pick<Broadcast, 'begin'>;
  readonly library: Pick<MediaLibrary, 'beginUpload' | 'addPart' | 'finishUpload' | 'remove'>;
  readonly replay: ReplayParts;
}

/** What a dashboard may ask for. */
export function commandHandlers({
  hub,
  alerts,
  account,
  language,
  notices,
  overlay,
  broadcast,
  library,
  replay,
}: CommandParts): CommandHandlers<
  keyof (typeof ACCOUNT_COMMANDS &
    typeof ALERTS_COMMANDS &
    typeof OVERLAY_COMMANDS &
    typeof MEDIA_COMMANDS &
    typeof REPLAY_COMMANDS)
> {
  return {
    'test-event.play': async (play) => {
      const { seq } = hub.playTest(testEvent(play, language.current));
      return { seq };
    },
    'sign-in.start': async ({ prompt }) => ({ url: await account.signIn(prompt) }),
    'sign-in.sign-out': async () => {
      await account.signOut();
    },
    'settings.set-language': async (args) => {
      await language.choose(args.language);
    },
    'notice.dismiss': async ({ id }) => {
      notices.dismiss(id);
    },
    'alerts.pause': async ({ paused }) => {
      alerts.setPaused(paused);
    },
    'alerts.skip': async () => {
      alerts.skip();
    },
    'alerts.panic': async () => {
      alerts.panic();
    },
    'alerts.clear': async () => {
      alerts.clear();
    },
    'alerts.replay': async ({ seq }) => {
      alerts.replay(seq);
    },
    'alerts.dismiss': async ({ seq }) => {
      alerts.dismiss(seq);
    },
    'alerts.approve': async ({ seq }) => {
      alerts.approve(seq);
    },
    'alerts.reject': async ({ seq }) => {
      alerts.reject(seq);
    },
    'overlay.set': async (change) => {
      await overlay.set(change);
    },
    'broadcast.begin': async () => ({ beganAt: broadcast.begin() }),
    ...mediaCommands(library),
    ...replayCommands(replay),
  };
}

interface ReplayParts {
  readonly broadcasts: BroadcastBooks;
  /** Brings to the books what has arrived and is not there yet. */
  readonly flush: () => void | Promise<void>;
}

/** What a dashboard may read of a broadcast that was. */
export function replayCommands({
  broadcasts,
  flush,
}: ReplayParts): CommandHandlers<keyof typeof REPLAY_COMMANDS> {
  const find = async (which: 'last' | number): Promise<BroadcastRecord | null> => {
    await flush();
    return which === 'last' ? broadcasts.lastWithEvents() : broadcasts.find(which);
  };
  return {
    'broadcast.outline': async ({ broadcast }) => {
      const found = await find(broadcast);
      const span = found && broadcasts.span(found);
      if (!found || !span) return { outline: null };
      const { firstAt, lastAt } = span;
      return {
        outline: { ...found, firstAt, lastAt, marks: broadcasts.marks(found, REPLAY_PARTS) },
      };
    },
    'broadcast.events': async ({ broadcast, after, limit, from }) => {
      const found = await find(broadcast);
      if (!found) return { events: [], next: null, beganAt: null, endedAt: null };
      const { beganAt, endedAt } = found;
      const { events, next } = broadcasts.events(found, { after, limit, from: from ?? null });
      return { events, next, beganAt, endedAt };
    },
  };
}
