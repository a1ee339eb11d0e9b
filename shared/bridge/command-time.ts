import type { CommandName } from './contract.ts';

/** How a command behaves while its answer is on the way. */
export interface CommandTime {
  /**
   * The host's answer comes within so many milliseconds. Waits that the platform asks for come on top:
   * the host announces them.
   */
  readonly withinMs: number;
  /** It changes nothing: without an answer nothing has happened, and it may be asked again. */
  readonly reads: boolean;
}

const SECOND = 1_000;

/** Something of this computer, done at once. */
const LOCAL_WRITE: CommandTime = { withinMs: 10 * SECOND, reads: false };
const LOCAL_READ: CommandTime = { withinMs: 10 * SECOND, reads: true };
/** Something of this computer that has much to go through, or waits for the system. */
const LONG_WRITE: CommandTime = { withinMs: 60 * SECOND, reads: false };
const LONG_READ: CommandTime = { withinMs: 60 * SECOND, reads: true };
/** Three calls of 15 s, the pauses between them, and a new token before (30 s). */
const PLATFORM_READ: CommandTime = { withinMs: 90 * SECOND, reads: true };
/** One call of 15 s, which is never repeated, and a new token before (30 s). */
const PLATFORM_WRITE: CommandTime = { withinMs: 60 * SECOND, reads: false };
/** A write, and a look at the list for what became of it. */
const BLOCK: CommandTime = { withinMs: 90 * SECOND, reads: false };
/** A reading before and one after the write, and perhaps a reading of somebody else in front. */
const SETTINGS: CommandTime = { withinMs: 240 * SECOND, reads: false };
/** Both parts of the settings, one after the other. */
const BOTH_SETTINGS: CommandTime = { withinMs: 480 * SECOND, reads: false };
/** Goes through pages of the platform. */
const MANY_CALLS: CommandTime = { withinMs: 600 * SECOND, reads: true };

/** Those that are not done at once on this computer, or change nothing. */
const TIMES: { readonly [N in CommandName]?: CommandTime } = {
  'sign-in.sign-out': PLATFORM_WRITE,
  'live.send': PLATFORM_WRITE,
  'live.notice': PLATFORM_WRITE,
  'live.viewer': LOCAL_READ,
  'live.viewer-history': LOCAL_READ,
  'stream.look': LOCAL_READ,
  'stream.refresh': { ...PLATFORM_READ, withinMs: 240 * SECOND },
  'stream.set': SETTINGS,
  'stream.set-chat': SETTINGS,
  'stream.preset-apply': BOTH_SETTINGS,
  'stream.undo': BOTH_SETTINGS,
  'stream.categories': PLATFORM_READ,
  'stream.key': PLATFORM_READ,
  'people.followers': PLATFORM_READ,
  'people.subscribers': PLATFORM_READ,
  'people.managers': PLATFORM_READ,
  'people.blocked': PLATFORM_READ,
  'people.lookup': PLATFORM_READ,
  'people.faces': PLATFORM_READ,
  'people.block': BLOCK,
  'people.unblock': BLOCK,
  'drops.refresh': MANY_CALLS,
  'drops.claims': PLATFORM_READ,
  'drops.match': MANY_CALLS,
  'drops.late': LOCAL_READ,
  'drops.job-claims': LOCAL_READ,
  'drops.import': LONG_READ,
  'drops.export': PLATFORM_READ,
  'drops.save': { ...MANY_CALLS, reads: false },
  'books.totals': LONG_READ,
  'books.list': LONG_READ,
  'books.supporters': LONG_READ,
  'books.amounts': LONG_READ,
  'books.gaps': LONG_READ,
  'books.receipts': LONG_READ,
  'books.payouts': LONG_READ,
  'books.broadcasts': LONG_READ,
  'books.export': LONG_READ,
  'books.viewer': LONG_READ,
  'books.retention': LONG_READ,
  'books.delete-viewer': LONG_WRITE,
  'books.set-retention': LONG_WRITE,
  'broadcast.outline': LONG_READ,
  'broadcast.events': LONG_READ,
  'care.test-line': PLATFORM_READ,
  'care.logs': LOCAL_READ,
  'care.diagnostics': LONG_READ,
  'care.diagnostics-save': LONG_WRITE,
  'care.restore-finish': LONG_WRITE,
  'care.restore-open': LONG_WRITE,
  'care.restore-apply': LONG_WRITE,
  'media.finish': LONG_WRITE,
  'setup.set-mode': LONG_WRITE,
  'setup.connect': LONG_WRITE,
  'hotkey.set': LONG_WRITE,
  'app.set': LONG_WRITE,
  'app.open': LONG_WRITE,
  'vault.allow-weak': LONG_WRITE,
  'update.install': LONG_WRITE,
};

/** What goes for a command; what nobody has said anything of writes, and is done at once. */
export function timeOf(name: CommandName): CommandTime {
  return TIMES[name] ?? LOCAL_WRITE;
}
