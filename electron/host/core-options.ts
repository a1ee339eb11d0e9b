import type { CoverageMark } from '../../shared/connection-history.ts';
import type { BackupConnection } from '../../shared/contract/maintenance.ts';
import type { ConnectSettings } from '../../shared/desktop.ts';
import type { Language } from '../../shared/locales/index.ts';
import type { OpenBrowser, Vault } from '../auth/ports.ts';
import type { Clock } from '../base/clock.ts';
import type { Logger, LogRing, Redactor } from '../base/log.ts';
import type { LoopHealth } from '../base/loop-watch.ts';
import type { MakeKey, Random } from '../base/random.ts';
import type { SayCode } from '../server/owner-codes.ts';
import type { SharedSlots } from '../session/shared-slots.ts';
import type { OpenSocket } from '../session/socket.ts';
import type { SettingsKeeper } from '../settings/ports.ts';
import type { NoticeBoard } from './notice-board.ts';

/** Everything a host provides to the core: its machine and the streamer's settings. */
export interface CoreOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly makeKey: MakeKey;
  readonly log: Logger;
  readonly redactor: Redactor;
  readonly fetch: typeof globalThis.fetch;
  /** Opens the platform's WebSockets; left out: the default of this machine. */
  readonly openSocket?: OpenSocket;
  /** Left out: no other program makes sessions of this user. */
  readonly slots?: SharedSlots;
  /**
   * Until when another host received the channel's events: what came since is missed.
   * null: nothing is. Left out: the ledger knows.
   */
  readonly receivedUntil?: CoverageMark | null;
  readonly vault: Vault;
  readonly settings: SettingsKeeper;
  readonly notices: NoticeBoard;
  readonly openBrowser: OpenBrowser | null;
  readonly systemLanguage: Language;
  readonly dataDir: string;
  /** Folder of the media library if kept apart from the data; left out: below `dataDir`. */
  readonly mediaDir?: string;
  readonly pages: { readonly overlay: string; readonly dashboard: string };
  /** The built file of the worker threads (`electron/worker.ts`). */
  readonly workerFile: string;
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  /** Where people sign in, if another server takes the platform's answer; left out: this one does. */
  readonly signInUrl?: string | undefined;
  /** Port of the overlay and dashboard addresses; 0 takes a free one. */
  readonly port: number;
  /** Where pages are found, without a trailing slash, if another server stands before ours. */
  readonly publicBase?: string | undefined;
  /** Every commit waits for the disk: for clocks that stand still while it works. */
  readonly syncInCommits?: boolean;
  /** Divides every duration of the specification; 1 on the real platform. */
  readonly timeScale: number;
  readonly demo: boolean;
  /** Others check the application's claims and mark them as paid: not this core. */
  readonly dropsElsewhere?: boolean;
  readonly maintenance?: MaintenanceHost;
}

export interface MaintenanceHost {
  readonly kind: 'desktop' | 'headless';
  readonly version: string;
  readonly logs: LogRing;
  readonly loops: () => LoopHealth;
  /** The end of an earlier run's log; empty if none is kept. */
  readonly earlierLog: () => Promise<string>;
  /** Restarts the app cleanly; null if it cannot. */
  readonly restart: (() => void) | null;
  /** Opens a folder for the person at the computer; null if the host cannot. */
  readonly openFolder: ((path: string) => Promise<void>) | null;
  /** Shows the owner code in the terminal; left out: owner actions need the app's own window. */
  readonly sayCode?: SayCode;
  /** Left out: the connection does not come from the settings. */
  readonly connectionOf?: (connect: ConnectSettings) => TheirConnection;
}

/** How a backup's connection compares with the present one. */
export interface TheirConnection {
  /** It is the present one, so the application's secret fits. */
  readonly isSame: boolean;
  /** Another connection that could be taken; null if none. */
  readonly other: BackupConnection | null;
}
