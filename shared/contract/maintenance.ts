import { z } from 'zod';
import type { Text } from '../locales/text.ts';
import type { Problem } from '../problem.ts';
import { feed, LOCAL_READ, LONG_READ, LONG_WRITE, nothing, PLATFORM_READ } from './command.ts';

/** Where everything of this app is, and what it can do about it here. */
export interface MaintenancePlace {
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
  readonly what: Text;
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

export interface BackupState {
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

export type RestoreState =
  | { readonly phase: 'none' }
  /** On its way here, or being looked at. */
  | { readonly phase: 'checking'; readonly name: string }
  | { readonly phase: 'failed'; readonly name: string; readonly problem: Problem }
  /** Checked and ready: nothing has been changed yet. */
  | { readonly phase: 'ready'; readonly name: string; readonly contents: BackupContents }
  /** Takes effect with the start that is coming. */
  | { readonly phase: 'waits-for-restart'; readonly name: string };

/** What the control room shows of this part, whole. */
export interface MaintenanceState {
  /** Counts changes. */
  readonly revision: number;
  /** null until the addresses are open. */
  readonly place: MaintenancePlace | null;
  readonly preflight: Preflight;
  readonly backup: BackupState;
  readonly restore: RestoreState;
  /** Bundles for support that were saved, the latest first. */
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

/** Below a dashboard's address: a kept file, to be downloaded. */
export function keptFilePath(name: string): string {
  return `files/${name}`;
}

/** A shorter passphrase is guessed in no time; a longer one is a mistake. Characters. */
export const PASSPHRASE_LIMITS = { min: 10, max: 200 } as const;
/** Ports below need rights that the app has not. */
export const PORT_LIMITS = { min: 1_024, max: 65_535 } as const;
/** A backup comes in parts of so many bytes at most. */
export const BACKUP_PART_BYTES = 786_432;
/** Lines of the log in one answer. */
export const LOG_PAGE = 500;

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;

const passphrase = z
  .string()
  .refine((text) => [...text].length >= PASSPHRASE_LIMITS.min, { error: 'too short' })
  .refine((text) => [...text].length <= PASSPHRASE_LIMITS.max, { error: 'too long' });
const fileName = z.string().regex(/^[\w-]{1,80}\.zip$/);
const upload = z.string().min(1).max(100);

const logLine = z.object({
  /** Counts up; to ask for what came after. */
  id: z.number().int(),
  level: z.enum(LOG_LEVELS),
  text: z.string(),
});
export type LogLine = z.infer<typeof logLine>;

/** What a dashboard may ask of this part of the control room. */
export const MAINTENANCE_COMMANDS = {
  /** Looks at everything before going live; the feed says what it found. */
  'maintenance.preflight': { args: nothing },
  /** Plays a test alert, for its sound. */
  'maintenance.test-sound': { args: nothing },
  /** The streamer's answer: whether the test sound was heard. */
  'maintenance.sound-heard': { args: z.object({ heard: z.boolean() }).strict() },
  /** Tests the line now; what has given up tries again at once. */
  'maintenance.reconnect': { args: nothing },
  /**
   * Tries the way to the platform beside what is on air, over a session of the application: how long
   * it took to open and to be answered, milliseconds.
   */
  'maintenance.test-line': {
    args: nothing,
    result: z.object({ openMs: z.number().min(0), answerMs: z.number().min(0) }),
    time: PLATFORM_READ,
  },
  /** A new key for the addresses of one place; the old ones are of no use from now on. */
  'maintenance.renew-key': {
    args: z.object({ place: z.enum(['overlay', 'dashboard']) }).strict(),
    /** The new address. */
    result: z.object({ url: z.string() }),
  },
  /** null: the app's own. Applies with the next start. */
  'maintenance.set-port': {
    args: z
      .object({ port: z.number().int().min(PORT_LIMITS.min).max(PORT_LIMITS.max).nullable() })
      .strict(),
  },
  /** Ends the app cleanly and starts it anew, where it can. */
  'maintenance.restart': { args: nothing },
  /** Opens the data folder in the system's file manager, where there is one. */
  'maintenance.open-folder': { args: nothing },
  /** Begins to put everything into one file; the feed says how far it is. */
  'maintenance.backup': {
    args: z
      .object({ secrets: z.union([z.literal(false), z.object({ passphrase }).strict()]) })
      .strict(),
  },
  /** Removes a kept backup or bundle. */
  'maintenance.remove-file': { args: z.object({ name: fileName }).strict() },
  /** Announces a backup that is to be restored. It is given up after a minute without a part. */
  'maintenance.restore-begin': {
    args: z.object({ name: z.string().max(1_000), bytes: z.number().int().min(1) }).strict(),
    result: z.object({ upload }),
  },
  /** The next part, numbered from 0, in base64. A wrong one ends the upload. */
  'maintenance.restore-part': {
    args: z
      .object({ upload, index: z.number().int().min(0), data: z.string().max(1_048_576) })
      .strict(),
  },
  /** The file is whole: it is looked at now; the feed says what is in it. */
  'maintenance.restore-finish': { args: z.object({ upload }).strict(), time: LONG_WRITE },
  /** Looks at a kept backup. */
  'maintenance.restore-open': {
    args: z.object({ name: fileName }).strict(),
    result: z.object({ upload }),
    time: LONG_WRITE,
  },
  /**
   * Takes what was looked at: it replaces what is here with the next start, which begins at once where
   * the app can start itself. `passphrase` null: the secrets in it stay out. `connection` take: its
   * connection replaces the present one, whose sign-in and secret are removed. `upload` names what was
   * begun or opened; null: whatever was looked at last, for whoever sits at the computer.
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
  /** Forgets what was looked at; also one that waits for a start. */
  'maintenance.restore-cancel': { args: nothing },
  /** Lines of this run's log, oldest first: the newest, or those after `after`. */
  'maintenance.logs': {
    args: z
      .object({
        /** This level and what is graver. */
        level: z.enum(LOG_LEVELS),
        search: z.string().max(200),
        after: z.number().int().min(0).nullable(),
      })
      .strict(),
    result: z.object({ lines: z.array(logLine).max(LOG_PAGE), last: z.number().int() }),
    time: LOCAL_READ,
  },
  /** Puts a bundle for support together and shows it; nothing is saved. */
  'maintenance.diagnostics': {
    args: nothing,
    result: z.object({
      id: z.string(),
      files: z.array(z.object({ name: z.string(), bytes: z.number().int(), text: z.string() })),
    }),
    time: LONG_READ,
  },
  /** Saves the bundle that was shown, and nothing else. */
  'maintenance.diagnostics-save': {
    args: z.object({ id: z.string().max(100) }).strict(),
    result: z.object({ name: z.string() }),
    time: LONG_WRITE,
  },
} as const;

/** What is wrong before going live, and what is being kept safe. */
export const MAINTENANCE_FEED = feed<MaintenanceState>({ everyMs: 100 });
