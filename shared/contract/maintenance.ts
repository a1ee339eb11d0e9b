import { z } from 'zod';
import type { Text } from '../locales/text.ts';
import type { Problem } from '../problem.ts';
import { feed, LOCAL_READ, LONG_READ, LONG_WRITE, nothing, PLATFORM_READ } from './command.ts';

/** Where the app's data and addresses are, and what this host can do with them. */
export interface MaintenancePlace {
  readonly host: 'desktop' | 'headless';
  readonly version: string;
  readonly dataDir: string;
  /** Both addresses include their keys. */
  readonly overlayUrl: string;
  readonly dashboardUrl: string;
  /** The port in use. */
  readonly port: number;
  /** The configured port, applied at the next start; null: the app's default. */
  readonly portSetting: number | null;
  readonly application: {
    /** Masked in the middle; empty if not set. */
    readonly clientId: string;
    readonly hasSecret: boolean;
    readonly baseUrl: string;
    readonly authUrl: string;
    readonly redirectUri: string;
  };
  /** Demo mode: the data is made up and deleted at the end. */
  readonly demo: boolean;
  /** Whether the app can restart itself. */
  readonly canRestart: boolean;
  readonly canOpenFolder: boolean;
}

/** Checks before going live, in this order. */
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

/** What a finding's button does. */
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
  readonly what: Text;
  /** null if there is nothing to fix. */
  readonly fix: FixName | null;
}

export interface Preflight {
  readonly running: boolean;
  /** When the checks last ran, epoch milliseconds; null: not in this run. */
  readonly at: number | null;
  readonly findings: readonly Finding[];
  /** A test sound was played and the streamer has not answered yet whether it was heard. */
  readonly asksSound: boolean;
}

/** A file that the app saved for the streamer. */
export interface KeptFile {
  /** File name without the folder. */
  readonly name: string;
  readonly bytes: number;
  /** Epoch milliseconds. */
  readonly at: number;
}

export interface BackupState {
  readonly running: boolean;
  /** From 0 to 1. */
  readonly share: number;
  readonly problem: Problem | null;
  /** Latest first. */
  readonly kept: readonly KeptFile[];
}

/** The application and platform that a backup connects to. */
export interface BackupConnection {
  /** Masked in the middle. */
  readonly clientId: string;
  readonly baseUrl: string;
  readonly authUrl: string;
}

/** The contents of a backup, shown before it is applied. */
export interface BackupContents {
  /** Version of the app that made it. */
  readonly app: string;
  readonly createdAt: number;
  /** Events with a value in its ledger. */
  readonly events: number;
  /** Invalid rows of its ledger; they are left out. */
  readonly badRows: number;
  readonly mediaFiles: number;
  /** Media files of types that the library rejects; they are left out. */
  readonly badMedia: number;
  readonly bytes: number;
  readonly hasSecrets: boolean;
  /** Names of settings that are unreadable and get their defaults. */
  readonly badSettings: readonly string[];
  /** Its connection, if it differs and could be used; null: the present one stays. */
  readonly connection: BackupConnection | null;
}

export type RestoreState =
  | { readonly phase: 'none' }
  /** Being uploaded or checked. */
  | { readonly phase: 'checking'; readonly name: string }
  | { readonly phase: 'failed'; readonly name: string; readonly problem: Problem }
  /** Checked and ready; nothing has changed yet. */
  | { readonly phase: 'ready'; readonly name: string; readonly contents: BackupContents }
  /** Takes effect at the next start. */
  | { readonly phase: 'waits-for-restart'; readonly name: string };

/** The complete state of the maintenance feature. */
export interface MaintenanceState {
  /** Increases with every change. */
  readonly revision: number;
  /** null until the servers are listening. */
  readonly place: MaintenancePlace | null;
  readonly preflight: Preflight;
  readonly backup: BackupState;
  readonly restore: RestoreState;
  /** Saved support bundles, latest first. */
  readonly bundles: readonly KeptFile[];
}

export const EMPTY_CARE_DESK: MaintenanceState = {
  revision: 0,
  place: null,
  preflight: { running: false, at: null, findings: [], asksSound: false },
  backup: { running: false, share: 0, problem: null, kept: [] },
  restore: { phase: 'none' },
  bundles: [],
};

/** Path of a kept file for download, below a dashboard's address. */
export function keptFilePath(name: string): string {
  return `files/${name}`;
}

/** Characters. Shorter ones are easily guessed; longer ones are a mistake. */
export const PASSPHRASE_LIMITS = { min: 10, max: 200 } as const;
/** Ports below need rights that the app does not have. */
export const PORT_LIMITS = { min: 1_024, max: 65_535 } as const;
/** Most bytes in one part of an uploaded backup. */
export const BACKUP_PART_BYTES = 786_432;
/** Most log lines in one answer. */
export const LOG_PAGE = 500;

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;

const passphrase = z
  .string()
  .refine((text) => [...text].length >= PASSPHRASE_LIMITS.min, { error: 'too short' })
  .refine((text) => [...text].length <= PASSPHRASE_LIMITS.max, { error: 'too long' });
const fileName = z.string().regex(/^[\w-]{1,80}\.zip$/);
const upload = z.string().min(1).max(100);

const logLine = z.object({
  /** Increases; pass it as `after` to get later lines. */
  id: z.number().int(),
  level: z.enum(LOG_LEVELS),
  text: z.string(),
});
export type LogLine = z.infer<typeof logLine>;

/** Commands of the maintenance feature. */
export const MAINTENANCE_COMMANDS = {
  /** Runs all checks before going live; the feed carries the findings. */
  'maintenance.preflight': { args: nothing },
  /** Plays a test alert with its sound. */
  'maintenance.test-sound': { args: nothing },
  /** Whether the streamer heard the test sound. */
  'maintenance.sound-heard': { args: z.object({ heard: z.boolean() }).strict() },
  /** Tests the session link now; connections that gave up try again at once. */
  'maintenance.reconnect': { args: nothing },
  /**
   * Tests the connection over a separate client session, without disturbing the live one. Answers
   * how long opening and the first reply took, milliseconds.
   */
  'maintenance.test-line': {
    args: nothing,
    result: z.object({ openMs: z.number().min(0), answerMs: z.number().min(0) }),
    time: PLATFORM_READ,
  },
  /** Replaces the key in one place's addresses; the old addresses stop working at once. */
  'maintenance.renew-key': {
    args: z.object({ place: z.enum(['overlay', 'dashboard']) }).strict(),
    /** The new address. */
    result: z.object({ url: z.string() }),
  },
  /** null: the app's default. Applies at the next start. */
  'maintenance.set-port': {
    args: z
      .object({ port: z.number().int().min(PORT_LIMITS.min).max(PORT_LIMITS.max).nullable() })
      .strict(),
  },
  /** Restarts the app cleanly, where it can. */
  'maintenance.restart': { args: nothing },
  /** Opens the data folder in the system's file manager, if there is one. */
  'maintenance.open-folder': { args: nothing },
  /** Starts a backup into one file; the feed carries the progress. */
  'maintenance.backup': {
    args: z
      .object({ secrets: z.union([z.literal(false), z.object({ passphrase }).strict()]) })
      .strict(),
  },
  /** Removes a kept backup or bundle. */
  'maintenance.remove-file': { args: z.object({ name: fileName }).strict() },
  /** Announces the upload of a backup. It expires after a minute without a part. */
  'maintenance.restore-begin': {
    args: z.object({ name: z.string().max(1_000), bytes: z.number().int().min(1) }).strict(),
    result: z.object({ upload }),
  },
  /** The next part, numbered from 0, in base64. An invalid part ends the upload. */
  'maintenance.restore-part': {
    args: z
      .object({ upload, index: z.number().int().min(0), data: z.string().max(1_048_576) })
      .strict(),
  },
  /** Ends the upload and checks the file; the feed carries its contents. */
  'maintenance.restore-finish': { args: z.object({ upload }).strict(), time: LONG_WRITE },
  /** Checks a kept backup. */
  'maintenance.restore-open': {
    args: z.object({ name: fileName }).strict(),
    result: z.object({ upload }),
    time: LONG_WRITE,
  },
  /**
   * Applies the checked backup at the next start, which begins at once where the app can restart.
   * `passphrase` null: its secrets are left out. `connection` take: its connection replaces the
   * present one, whose sign-in and secret are removed. `upload` names the upload or opened backup;
   * null: the one checked last, for the owner at the computer.
   */
  'maintenance.restore-apply': {
    args: z
      .object({
        passphrase: z.string().max(1_000).nullable(),
        connection: z.enum(['keep', 'take']),
        upload: upload.nullable(),
      })
      .strict(),
    result: z.object({ restarts: z.boolean() }),
    time: LONG_WRITE,
  },
  /** Discards the checked backup, even one that waits for a restart. */
  'maintenance.restore-cancel': { args: nothing },
  /** Lines of this run's log, oldest first: the newest ones, or those after `after`. */
  'maintenance.logs': {
    args: z
      .object({
        /** This level and higher. */
        level: z.enum(LOG_LEVELS),
        search: z.string().max(200),
        after: z.number().int().min(0).nullable(),
      })
      .strict(),
    result: z.object({ lines: z.array(logLine).max(LOG_PAGE), last: z.number().int() }),
    time: LOCAL_READ,
  },
  /** Collects a support bundle and shows it without saving. */
  'maintenance.diagnostics': {
    args: nothing,
    result: z.object({
      id: z.string(),
      files: z.array(z.object({ name: z.string(), bytes: z.number().int(), text: z.string() })),
    }),
    time: LONG_READ,
  },
  /** Saves exactly the bundle that was shown. */
  'maintenance.diagnostics-save': {
    args: z.object({ id: z.string().max(100) }).strict(),
    result: z.object({ name: z.string() }),
    time: LONG_WRITE,
  },
} as const;

/** Findings before going live, backups and support bundles. */
export const MAINTENANCE_FEED = feed<MaintenanceState>({ everyMs: 100 });
