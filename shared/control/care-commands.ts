import { z } from 'zod';

/** A shorter passphrase is guessed in no time; a longer one is a mistake. Characters. */
export const PASSPHRASE_LIMITS = { min: 10, max: 200 } as const;
/** Ports below need rights that the app has not. */
export const PORT_LIMITS = { min: 1_024, max: 65_535 } as const;
/** A backup comes in parts of so many bytes at most. */
export const BACKUP_PART_BYTES = 786_432;
/** Lines of the log in one answer. */
export const LOG_PAGE = 500;

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;

const nothing = z.object({}).strict();
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
export const CARE_COMMANDS = {
  /** Looks at everything before going live; the feed says what it found. */
  'care.preflight': { args: nothing, result: nothing },
  /** Plays a test alert, for its sound. */
  'care.test-sound': { args: nothing, result: nothing },
  /** The streamer's answer: whether the test sound was heard. */
  'care.sound-heard': { args: z.object({ heard: z.boolean() }).strict(), result: nothing },
  /** Tests the line now; what has given up tries again at once. */
  'care.reconnect': { args: nothing, result: nothing },
  /**
   * Tries the way to the platform beside what is on air, over a session of the application: how long
   * it took to open and to be answered, milliseconds.
   */
  'care.test-line': {
    args: nothing,
    result: z.object({ openMs: z.number().min(0), answerMs: z.number().min(0) }),
  },
  /** A new key for the addresses of one place; the old ones are of no use from now on. */
  'care.renew-key': {
    args: z.object({ place: z.enum(['overlay', 'dashboard']) }).strict(),
    /** The new address. */
    result: z.object({ url: z.string() }),
  },
  /** null: the app's own. Applies with the next start. */
  'care.set-port': {
    args: z
      .object({ port: z.number().int().min(PORT_LIMITS.min).max(PORT_LIMITS.max).nullable() })
      .strict(),
    result: nothing,
  },
  /** Ends the app cleanly and starts it anew, where it can. */
  'care.restart': { args: nothing, result: nothing },
  /** Opens the data folder in the system's file manager, where there is one. */
  'care.open-folder': { args: nothing, result: nothing },
  /** Begins to put everything into one file; the feed says how far it is. */
  'care.backup': {
    args: z
      .object({ secrets: z.union([z.literal(false), z.object({ passphrase }).strict()]) })
      .strict(),
    result: nothing,
  },
  /** Removes a kept backup or bundle. */
  'care.remove-file': { args: z.object({ name: fileName }).strict(), result: nothing },
  /** Announces a backup that is to be restored. It is given up after a minute without a part. */
  'care.restore-begin': {
    args: z.object({ name: z.string().max(1_000), bytes: z.number().int().min(1) }).strict(),
    result: z.object({ upload }),
  },
  /** The next part, numbered from 0, in base64. A wrong one ends the upload. */
  'care.restore-part': {
    args: z
      .object({ upload, index: z.number().int().min(0), data: z.string().max(1_048_576) })
      .strict(),
    result: nothing,
  },
  /** The file is whole: it is looked at now; the feed says what is in it. */
  'care.restore-finish': { args: z.object({ upload }).strict(), result: nothing },
  /** Looks at a kept backup. */
  'care.restore-open': {
    args: z.object({ name: fileName }).strict(),
    result: z.object({ upload }),
  },
  /**
   * Takes what was looked at: it replaces what is here with the next start, which begins at once where
   * the app can start itself. `passphrase` null: the secrets in it stay out. `connection` take: its
   * connection replaces the present one, whose sign-in and secret are removed. `upload` names what was
   * begun or opened; null: whatever was looked at last, for whoever sits at the computer.
   */
  'care.restore-apply': {
    args: z
      .object({
        passphrase: z.string().max(1_000).nullable(),
        connection: z.enum(['keep', 'take']),
        upload: upload.nullable(),
      })
      .strict(),
    result: z.object({ restarts: z.boolean() }),
  },
  /** Forgets what was looked at; also one that waits for a start. */
  'care.restore-cancel': { args: nothing, result: nothing },
  /** Lines of this run's log, oldest first: the newest, or those after `after`. */
  'care.logs': {
    args: z
      .object({
        /** This level and what is graver. */
        level: z.enum(LOG_LEVELS),
        search: z.string().max(200),
        after: z.number().int().min(0).nullable(),
      })
      .strict(),
    result: z.object({ lines: z.array(logLine).max(LOG_PAGE), last: z.number().int() }),
  },
  /** Puts a bundle for support together and shows it; nothing is saved. */
  'care.diagnostics': {
    args: nothing,
    result: z.object({
      id: z.string(),
      files: z.array(z.object({ name: z.string(), bytes: z.number().int(), text: z.string() })),
    }),
  },
  /** Saves the bundle that was shown, and nothing else. */
  'care.diagnostics-save': {
    args: z.object({ id: z.string().max(100) }).strict(),
    result: z.object({ name: z.string() }),
  },
} as const;
