import type { AlertQueue } from '../alerts/alert-queue.ts';
import type { RefreshingTokenProvider } from '../auth/token-provider.ts';
import type { HeavyWork } from '../base/heavy-work.ts';
import type { ServerTime } from '../care/server-time.ts';
import type { EventHub } from '../events/hub.ts';
import type { Broadcast } from '../figures/broadcast.ts';
import type { Ledger } from '../ledger/ports.ts';
import type { MediaLibrary } from '../media/media-library.ts';
import type { Outputs } from '../outputs/ports.ts';
import type { RoleBook } from '../people/role-book.ts';
import type { PlatformClient } from '../platform/client.ts';
import type { SessionKeeper } from '../session/keeper.ts';
import type { Account } from './account.ts';
import type { ChatLog } from './chat-log.ts';
import type { CoreOptions } from './core-options.ts';
import type { HeavyJobs } from './heavy-jobs.ts';
import type { OverlayPages } from './overlay-pages.ts';
import type { OverlaySettingsSource } from './overlay-settings.ts';
import type { StatusSource } from './status-source.ts';

/** What the parts of the control room are made of; each takes what it needs. */
export interface ControlParts {
  readonly options: CoreOptions;
  readonly client: PlatformClient;
  readonly tokens: Pick<RefreshingTokenProvider, 'grant' | 'onChange'>;
  readonly account: Account;
  readonly keeper: SessionKeeper;
  readonly hub: EventHub;
  readonly ledger: Ledger;
  readonly chat: ChatLog;
  readonly roles: RoleBook;
  readonly alerts: AlertQueue;
  readonly overlay: OverlaySettingsSource;
  readonly library: MediaLibrary;
  readonly broadcast: Broadcast;
  readonly status: StatusSource;
  readonly pages: OverlayPages;
  readonly serverTime: ServerTime;
  readonly work: HeavyWork<HeavyJobs>;
  /** null until the addresses are open. */
  readonly outputs: () => Outputs | null;
}
