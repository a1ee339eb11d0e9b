import type { Text } from '../locales/text.ts';
import type { LocalText, Problem } from '../problem.ts';

/** Where everything of this app is, and what it can do about it here. */
export interface CarePlace {
  readonly host: 'desktop' | 'headless';
  readonly version: string;
  readonly dataDir: string;
  /** Addresses with their keys. */
  readonly overlayUrl: string;
  readonly dashboardUrl: string;
  /** The port that is in use now. */
  readonly port: number;
  /** The one that is set; null: the app's own. It applies with the next start. */
  readonly portSetting: number | null;
  readonly application: {
    /** Its middle is covered; empty: none is set. */
    readonly clientId: string;
    readonly hasSecret: boolean;
    readonly baseUrl: string;
    readonly authUrl: string;
    readonly redirectUri: string;
  };
  /** Made-up data, thrown away at the end: nothing of it is kept safe. */
  readonly demo: boolean;
  /** Whether the app can start itself anew. */
  readonly canRestart: boolean;
  readonly canOpenFolder: boolean;
}

/** What is looked at before going live, in this order. */
export const FINDING_IDS = [
  'token',
  'scopes',
  'connection',
  'slots',
  'overlay',
  'sound',
  'title',
  'disk',
  'clock',
  'ledger',
] as const;
export type FindingId = (typeof FINDING_IDS)[number];

/** What the one button of a finding does. */
export const FIX_NAMES = [
  'sign-in',
  'grant',
  'reconnect',
  'copy-overlay',
  'test-sound',
  'open-stream',
  'open-connection',
  'open-overlay',
  'open-folder',
  'check-again',
] as const;
export type FixName = (typeof FIX_NAMES)[number];

export interface Finding {
  readonly id: FindingId;
  readonly state: 'ok' | 'warn' | 'fail' | 'unknown';
  readonly what: Text | LocalText;
  /** null: there is nothing to do. */
  readonly fix: FixName | null;
}

export interface Preflight {
  readonly running: boolean;
  /** When it was last looked, epoch milliseconds; null: never in this run. */
  readonly at: number | null;
  readonly findings: readonly Finding[];
  /** A test sound is out and nobody has said yet whether it was heard. */
  readonly asksSound: boolean;
}

/** A file that the app has put aside for the streamer. */
export interface KeptFile {
  /** Without its folder. */
  readonly name: string;
  readonly bytes: number;
  /** Epoch milliseconds. */
  readonly at: number;
}

export interface BackupDesk {
  readonly running: boolean;
  /** From 0 to 1. */
  readonly share: number;
  readonly problem: Problem | null;
  /** The latest first. */
  readonly kept: readonly KeptFile[];
}

/** Which application at which platform. */
export interface BackupConnection {
  /** Its middle is covered. */
  readonly clientId: string;
  readonly baseUrl: string;
  readonly authUrl: string;
}

/** What is in a backup, before anything is done with it. */
export interface BackupContents {
  /** Version of the app that made it. */
  readonly app: string;
  readonly createdAt: number;
  /** Events with a value in its books. */
  readonly events: number;
  /** Rows of its books that are not what they should be: they stay out. */
  readonly badRows: number;
  readonly mediaFiles: number;
  /** Media files that are none of those that the library takes: they stay out. */
  readonly badMedia: number;
  readonly bytes: number;
  readonly hasSecrets: boolean;
  /** Settings that could not be understood and will have their defaults. */
  readonly badSettings: readonly string[];
  /** Its connection, where it is another one that could be taken; null: the present one stays. */
  readonly connection: BackupConnection | null;
}

export type RestoreDesk =
  | { readonly phase: 'none' }
  /** On its way here, or being looked at. */
  | { readonly phase: 'checking'; readonly name: string }
  | { readonly phase: 'failed'; readonly name: string; readonly problem: Problem }
  /** Checked and ready: nothing has been changed yet. */
  | { readonly phase: 'ready'; readonly name: string; readonly contents: BackupContents }
  /** Takes effect with the start that is coming. */
  | { readonly phase: 'waits-for-restart'; readonly name: string };

/** What the control room shows of this part, whole. */
export interface CareDesk {
  /** Counts changes. */
  readonly revision: number;
  /** null until the addresses are open. */
  readonly place: CarePlace | null;
  readonly preflight: Preflight;
  readonly backup: BackupDesk;
  readonly restore: RestoreDesk;
  /** Bundles for support that were saved, the latest first. */
  readonly bundles: readonly KeptFile[];
}

export const EMPTY_CARE_DESK: CareDesk = {
  revision: 0,
  place: null,
  preflight: { running: false, at: null, findings: [], asksSound: false },
  backup: { running: false, share: 0, problem: null, kept: [] },
  restore: { phase: 'none' },
  bundles: [],
};

/** Below a dashboard's address: a kept file, to be downloaded. */
export function keptFilePath(name: string): string {
  return `files/${name}`;
}
