import type { AlertQueue } from '../events/alert-queue.ts';
import type { EventHub } from '../events/hub.ts';
import { sampleEvent } from '../events/sample-events.ts';
import type { CoreCommandHandlers } from '../outputs/ports.ts';
import type { Account } from './account.ts';
import type { LanguageSource } from './language-source.ts';
import type { NoticeBoard } from './notice-board.ts';

export interface CommandParts {
  readonly hub: Pick<EventHub, 'playTest'>;
  readonly alerts: Pick<AlertQueue, 'setPaused' | 'skip' | 'panic'>;
  readonly account: Pick<Account, 'signIn' | 'signOut'>;
  readonly language: Pick<LanguageSource, 'current' | 'choose'>;
  readonly notices: Pick<NoticeBoard, 'dismiss'>;
}

/** What a dashboard may ask for. */
export function commandHandlers({
  hub,
  alerts,
  account,
  language,
  notices,
}: CommandParts): CoreCommandHandlers {
  return {
    'test-event.play': async ({ kind }) => {
      const { seq } = hub.playTest(sampleEvent(kind, language.current));
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
  };
}
