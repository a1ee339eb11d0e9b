import type { ConnectSettings } from '../../shared/desktop.ts';
import type { LogRing } from '../base/log-ring.ts';
import type { LoopHealth } from '../base/loop-watch.ts';
import type { TheirConnection } from '../care/restore.ts';
import type { SayCode } from '../outputs/owner-codes.ts';

/** What a host can do for settings and care; left out of the core's options: nothing of it. */
export interface CareHost {
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
