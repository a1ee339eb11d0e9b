import type { DrawTally } from '../../../shared/events.ts';
import type { Language } from '../../../shared/locales/index.ts';
import type { Services } from '../feature.ts';
import type { AlertSettingsSource } from './alert-presenter.ts';
import type { CardMoment } from './on-screen.ts';
import type { CoreVoices } from './voice-wait.ts';

/** What the queue of alerts is given. */
export interface AlertQueueOptions extends Pick<Services, 'clock' | 'log' | 'ledger' | 'random'> {
  /** Left out: the core has none. */
  readonly voices?: CoreVoices;
  readonly settings: AlertSettingsSource;
  /** Nothing plays before the first overlay page: in a demo, nobody missed what came before. */
  readonly awaitsPage?: boolean;
  /** How long alerts wait for a page at a start, or where one was there just before; default 20 s. */
  readonly pageWaitMs?: number;
  /** Language of our own texts: numbers, "anonymous", sentences to read. */
  readonly language: () => Language;
  readonly onFailure: (failure: unknown) => void;
  /** Told in the midst of a change: what it leads to must wait for the next turn. */
  readonly onCard?: (moment: CardMoment) => void;
  /** The hub's present draw totals (`findTally`), for draws that play later than they came. */
  readonly findTally: (campaignId: string, rewardId: string) => DrawTally | null;
}
