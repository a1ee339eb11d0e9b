import type { BackupConnection } from '../../shared/contract/maintenance.ts';
import type { ConnectSettings } from '../../shared/desktop.ts';
import type { Language } from '../../shared/locales/index.ts';
import type { OpenBrowser, Vault } from '../auth/ports.ts';
import type { Clock } from '../base/clock.ts';
import type { Logger, LogRing, Redactor } from '../base/log.ts';
import type { LoopHealth } from '../base/loop-watch.ts';
import type { MakeKey, Random } from '../base/random.ts';
import type { SayCode } from '../server/owner-codes.ts';
import type { OpenSocket } from '../session/socket.ts';
import type { SettingsKeeper } from '../settings/ports.ts';
import type { NoticeBoard } from './notice-board.ts';

/** What a host gives the core: its machine, and what the streamer has set. */
export interface CoreOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly makeKey: MakeKey;
  readonly log: Logger;
  readonly redactor: Redactor;
  readonly fetch: typeof globalThis.fetch;
  /** Opens the platform's WebSockets; left out: this machine's own way. */
  readonly openSocket?: OpenSocket;
  readonly vault: Vault;
  readonly settings: SettingsKeeper;
  readonly notices: NoticeBoard;
  readonly openBrowser: OpenBrowser | null;
  readonly systemLanguage: Language;
  readonly dataDir: string;
  /** Folder of the media library, where it outlives the data; left out: below `dataDir`. */
  readonly mediaDir?: string;
  /** Folders of the built pages. */
  readonly pages: { readonly overlay: string; readonly dashboard: string };
  /** The file of the threads for what may take long (`electron/worker.ts`, as it was built). */
  readonly workerFile: string;
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  /** Of the overlay and dashboard addresses; 0 takes a free one. */
  readonly port: number;
  /** Each commit to the ledger waits for the disk itself: where time stands still while the disk works. */
  readonly syncInCommits?: boolean;
  /** Divides every duration of the specification; 1 on the real platform. */
  readonly timeScale: number;
  readonly demo: boolean;
  /** What maintenance can do on this host; left out: nothing. */
  readonly maintenance?: MaintenanceHost;
}

/** What a host can do for maintenance. */
export interface MaintenanceHost {
  readonly kind: 'desktop' | 'headless';
  /** Of the app. */
  readonly version: string;
  /** The newest lines of this run. */
  readonly logs: LogRing;
  /** How the event loop has fared. */
  readonly loops: () => LoopHealth;
  /** The end of an earlier run's log; empty where none is kept. */
  readonly earlierLog: () => Promise<string>;
  /** Ends everything cleanly and starts anew; null: somebody has to. */
  readonly restart: (() => void) | null;
  /** Opens a folder for the person at the computer; null: nobody is there. */
  readonly openFolder: ((path: string) => Promise<void>) | null;
  /** Tells whoever sits at the terminal a code; left out: the app's own window is the place to ask. */
  readonly sayCode?: SayCode;
  /** What the connection of a backup is here; left out: this host has its own from elsewhere. */
  readonly connectionOf?: (connect: ConnectSettings) => TheirConnection;
}

/** What the connection of a backup is to this app. */
export interface TheirConnection {
  /** It is the present one: the secret of the application fits. */
  readonly isSame: boolean;
  /** Another one that could be taken; null: there is none. */
  readonly other: BackupConnection | null;
}
