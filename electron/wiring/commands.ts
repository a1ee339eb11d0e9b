import type { CoreCommandName } from '../../shared/bridge/contract.ts';
import type { ControlCommandName } from '../../shared/control/control-contract.ts';
import { testEvent } from '../../shared/test-play.ts';
import type { AlertQueue } from '../alerts/alert-queue.ts';
import type { EventHub } from '../events/hub.ts';
import type { Broadcast } from '../figures/broadcast.ts';
import type { MediaLibrary } from '../media/media-library.ts';
import type { CommandHandlers } from '../outputs/ports.ts';
import type { Account } from './account.ts';
import type { LanguageSource } from './language-source.ts';
import { mediaCommands } from './media-wiring.ts';
import type { NoticeBoard } from './notice-board.ts';
import type { OverlaySettingsSource } from './overlay-settings.ts';
import { type ReplayParts, replayCommands } from './replay-wiring.ts';

export interface CommandParts {
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
}: CommandParts): CommandHandlers<Exclude<CoreCommandName, ControlCommandName>> {
  return {
    'test-event.play': async (play) => {
      const { seq } = hub.playTest(testEvent(play, language.current));
      return { seq };
    },
    'sign-in.start': async ({ prompt }) => ({ url: await account.signIn(prompt) }),
    'sign-in.sign-out': async () => {
      await account.signOut();
      return {};
    },
    'settings.set-language': async (args) => {
      await language.choose(args.language);
      return {};
    },
    'notice.dismiss': async ({ id }) => {
      notices.dismiss(id);
      return {};
    },
    'alerts.pause': async ({ paused }) => {
      alerts.setPaused(paused);
      return {};
    },
    'alerts.skip': async () => {
      alerts.skip();
      return {};
    },
    'alerts.panic': async () => {
      alerts.panic();
      return {};
    },
    'alerts.clear': async () => {
      alerts.clear();
      return {};
    },
    'alerts.replay': async ({ seq }) => {
      alerts.replay(seq);
      return {};
    },
    'alerts.dismiss': async ({ seq }) => {
      alerts.dismiss(seq);
      return {};
    },
    'alerts.approve': async ({ seq }) => {
      alerts.approve(seq);
      return {};
    },
    'alerts.reject': async ({ seq }) => {
      alerts.reject(seq);
      return {};
    },
    'overlay.set': async (change) => {
      await overlay.set(change);
      return {};
    },
    'broadcast.begin': async () => ({ beganAt: broadcast.begin() }),
    ...mediaCommands(library),
    ...replayCommands(replay),
  };
}
