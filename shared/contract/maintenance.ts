import { z } from 'zod';
import type { Application } from '../desktop.ts';
import type { Text } from '../locales/text.ts';
import type { Problem } from '../problem.ts';
import { feed, LOCAL_READ, LONG_READ, LONG_WRITE, nothing, PLATFORM_READ } from './command.ts';

export interface MaintenancePlace {
  readonly host: 'desktop' | 'headless';
  readonly version: string;
  readonly dataDir: string;
  /** Both addresses include their keys. */
  readonly overlayUrl: string;
  readonly dashboardUrl: string;
  readonly port: number;
  /** The configured port, applied at the next start; null: the app's default. */
  readonly portSetting: number | null;
  /** The id is masked in the middle; empty if not set. */
  readonly application: Application;
  /** The data is made up and deleted at the end. */
  readonly demo: boolean;
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
  'obs',
  'sound',
  'title',
  'disk',
  'clock',
  'ledger',
] as const;
export type FindingId = (typeof FINDING_IDS)[number];

export type FixName =
  | 'sign-in'
  | 'grant'
  | 'reconnect'
  | 'copy-overlay'
  | 'test-sound'
  | 'open-stream'
  | 'open-connection'
  | 'open-overlay'
  | 'open-obs'
  | 'open-folder'
  | 'check-again';

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

export interface KeptFile {
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
  readonly kept: readonly KeptFile[];
}

export type BackupConnection = Pick<Application, 'clientId' | 'baseUrl' | 'authUrl'>;

export interface BackupContents {
  readonly app: string;
  readonly createdAt: number;
  /** Events with a value in its ledger. */
  readonly events: number;
  /** Invalid rows, which are left out. */
  readonly badRows: number;
  readonly mediaFiles: number;
  /** Of types that the library rejects, and left out. */
  readonly badMedia: number;
  readonly bytes: number;
  readonly hasSecrets: boolean;
  /** Unreadable ones, which get their defaults. */
  readonly badSettings: readonly string[];
  /** Its connection, if it differs and could be used; null: the present one stays. */
  readonly connection: BackupConnection | null;
}

export type RestoreState =
  | { readonly phase: 'none' }
  | { readonly phase: 'checking'; readonly name: string }
  | { readonly phase: 'failed'; readonly name: string; readonly problem: Problem }
  /** Checked and ready; nothing has changed yet. */
  | { readonly phase: 'ready'; readonly name: string; readonly contents: BackupContents }
  /** Takes effect at the next start. */
  | { readonly phase: 'waits-for-restart'; readonly name: string };

export interface MaintenanceState {
  readonly revision: number;
  /** null until the servers are listening. */
  readonly place: MaintenancePlace | null;
  readonly preflight: Preflight;
  readonly backup: BackupState;
  readonly restore: RestoreState;
  readonly bundles: readonly KeptFile[];
}

/** Below a dashboard's address. */
export function keptFilePath(name: string): string {
  return `files/${name}`;
}

/** Characters. Shorter ones are easily guessed; longer ones are a mistake. */
export const PASSPHRASE_LIMITS = { min: 10, max: 200 } as const;
/** Ports below need rights that the app does not have. */
export const PORT_LIMITS = { min: 1_024, max: 65_535 } as const;
export const BACKUP_PART_BYTES = 786_432;
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

export const MAINTENANCE_COMMANDS = {
  'maintenance.preflight': { args: nothing },
  'maintenance.test-sound': { args: nothing },
  'maintenance.sound-heard': { args: z.strictObject({ heard: z.boolean() }) },
  /** Tests the session link now; connections that gave up try again at once. */
  'maintenance.reconnect': { args: nothing },
  /** Over a separate client session, without disturbing the live one. */
  'maintenance.test-line': {
    args: nothing,
    result: z.object({ openMs: z.number().min(0), answerMs: z.number().min(0) }),
    time: PLATFORM_READ,
  },
  /** Replaces the key in one place's addresses; the old addresses stop working at once. */
  'maintenance.renew-key': {
    args: z.strictObject({ place: z.enum(['overlay', 'dashboard']) }),
    result: z.object({ url: z.string() }),
  },
  /** null: the app's default. Applies at the next start. */
  'maintenance.set-port': {
    args: z.strictObject({
      port: z.number().int().min(PORT_LIMITS.min).max(PORT_LIMITS.max).nullable(),
    }),
  },
  'maintenance.restart': { args: nothing },
  'maintenance.open-folder': { args: nothing },
  'maintenance.backup': {
    args: z.strictObject({ secrets: z.union([z.literal(false), z.strictObject({ passphrase })]) }),
  },
  'maintenance.remove-file': { args: z.strictObject({ name: fileName }) },
  /** Announces the upload of a backup. It expires after a minute without a part. */
  'maintenance.restore-begin': {
    args: z.strictObject({ name: z.string().max(1_000), bytes: z.number().int().min(1) }),
    result: z.object({ upload }),
  },
  /** The next part, numbered from 0, in base64. An invalid part ends the upload. */
  'maintenance.restore-part': {
    args: z.strictObject({
      upload,
      index: z.number().int().min(0),
      data: z.string().max(1_048_576),
    }),
  },
  'maintenance.restore-finish': { args: z.strictObject({ upload }), time: LONG_WRITE },
  'maintenance.restore-open': {
    args: z.strictObject({ name: fileName }),
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
    args: z.strictObject({
      passphrase: z.string().max(1_000).nullable(),
      connection: z.enum(['keep', 'take']),
      upload: upload.nullable(),
    }),
    result: z.object({ restarts: z.boolean() }),
    time: LONG_WRITE,
  },
  /** Discards the checked backup, even one that waits for a restart. */
  'maintenance.restore-cancel': { args: nothing },
  /** Oldest first: the newest lines, or those after `after`. */
  'maintenance.logs': {
    args: z.strictObject({
      level: z.enum(LOG_LEVELS),
      search: z.string().max(200),
      after: z.number().int().min(0).nullable(),
    }),
    result: z.object({ lines: z.array(logLine).max(LOG_PAGE), last: z.number().int() }),
    time: LOCAL_READ,
  },
  'maintenance.diagnostics': {
    args: nothing,
    result: z.object({
      id: z.string(),
      files: z.array(z.object({ name: z.string(), bytes: z.number().int(), text: z.string() })),
    }),
    time: LONG_READ,
  },
  'maintenance.diagnostics-save': {
    args: z.strictObject({ id: z.string().max(100) }),
    result: z.object({ name: z.string() }),
    time: LONG_WRITE,
  },
} as const;

export const MAINTENANCE_FEED = feed<MaintenanceState>({ everyMs: 100 });
