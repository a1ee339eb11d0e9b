import { type Clock, toIsoTime } from './clock.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
export type LogFields = Readonly<Record<string, unknown>>;

export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

/** Receives complete lines without a trailing line break. */
export type LogSink = (line: string, level: LogLevel) => void;

const HIDDEN = '[hidden]';
const SECRET_FIELD = /secret|token|authorization|password|cookie|session[-_]?key/i;
/** Fields that may hold a secret or a plain word: the value decides. */
const DOUBTFUL_FIELD = /(?:^|[^a-z])(?:key|code|state)$|[a-z\d](?:Key|Code|State)$/;
/** A readable name (`sign-in`, `closed-1006`), unlike random text. */
const PLAIN_WORD = /^(?=.{1,32}$)[a-z]{1,14}(?:-(?:[a-z]{1,14}|\d{1,5}))*$/;
/** Most secrets kept, newest first: enough for several days of renewals. */
const REMEMBERED = 200;
/** Shorter ones would remove ordinary words. */
const SHORTEST = 6;
/** Values of query parameters that must never appear in a log, in any address. */
const SECRET_QUERY = /([?&#](?:sessionKey|code|state|key|token|secret)=)[^&#\s"']+/gi;
/** Random keys in the path of overlay and dashboard addresses. */
const KEY_IN_PATH = /(\/(?:overlay|dashboard|fleet)\/)[A-Za-z0-9_-]{16,}/g;

/** Knows this run's secrets and removes them from texts. */
export class Redactor {
  /** In the order in which they were last named. */
  readonly #passing = new Set<string>();
  readonly #lasting = new Set<string>();

  /**
   * From now on `secret` is replaced wherever it appears. It is forgotten when 200 others have been
   * named after it: what was renewed that often is worth nothing. Naming it again keeps it. Text
   * under 6 characters is ignored.
   */
  hide(secret: string): void {
    if (secret.length < SHORTEST) return;
    this.#passing.delete(secret);
    this.#passing.add(secret);
    if (this.#passing.size <= REMEMBERED) return;
    const [oldest = ''] = this.#passing;
    this.#passing.delete(oldest);
  }

  /** Like `hide`, but never forgotten: for the few secrets that stay the same all run. */
  hideAlways(secret: string): void {
    if (secret.length >= SHORTEST) this.#lasting.add(secret);
  }

  clean(text: string): string {
    let result = text;
    for (const secret of [...this.#lasting, ...this.#passing]) {
      result = result.replaceAll(secret, HIDDEN);
    }
    return result.replace(SECRET_QUERY, `$1${HIDDEN}`).replace(KEY_IN_PATH, `$1${HIDDEN}`);
  }
}

function mustHide(key: string, value: unknown): boolean {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return false;
  if (SECRET_FIELD.test(key)) return true;
  return DOUBTFUL_FIELD.test(key) && !(typeof value === 'string' && PLAIN_WORD.test(value));
}

function describe(key: string, value: unknown): unknown {
  if (mustHide(key, value)) return HIDDEN;
  if (value instanceof Error) {
    const cause = value.cause === undefined ? {} : { cause: describe('cause', value.cause) };
    return { name: value.name, message: value.message, ...cause };
  }
  return value;
}

function toJson(fields: LogFields): string {
  try {
    return JSON.stringify(fields, (key, value: unknown) => describe(key, value));
  } catch {
    return '{"fields":"could not be written"}';
  }
}

/** Writes one line per message: time, level, message, fields as JSON, without secrets. */
export function createLogger(clock: Clock, redactor: Redactor, sink: LogSink): Logger {
  const write = (level: LogLevel, message: string, fields?: LogFields): void => {
    const suffix = fields && Object.keys(fields).length > 0 ? ` ${toJson(fields)}` : '';
    const line = `${toIsoTime(clock.now())} ${level.padEnd(5)} ${message}${suffix}`;
    sink(redactor.clean(line).replaceAll('\n', '\\n'), level);
  };
  return {
    debug: (message, fields) => write('debug', message, fields),
    info: (message, fields) => write('info', message, fields),
    warn: (message, fields) => write('warn', message, fields),
    error: (message, fields) => write('error', message, fields),
  };
}

/** The same log, with these fields in every line. */
export function withFields(log: Logger, always: LogFields): Logger {
  return {
    debug: (message, fields) => log.debug(message, { ...always, ...fields }),
    info: (message, fields) => log.info(message, { ...always, ...fields }),
    warn: (message, fields) => log.warn(message, { ...always, ...fields }),
    error: (message, fields) => log.error(message, { ...always, ...fields }),
  };
}

export const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {} };

export interface RingLine {
  readonly id: number;
  readonly level: LogLevel;
  readonly text: string;
}

const MOST_LINES = 2_000;
/** Longest line shown to users, characters. */
const LONGEST_LINE = 4_000;
const GRAVITY: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, warn: 2, error: 3 };

export interface RingQuery {
  /** This level and higher. */
  readonly level: LogLevel;
  /** Search text, ignoring case; empty: all lines. */
  readonly search: string;
  /** Only lines after this one; null: the newest. */
  readonly after: number | null;
  readonly most: number;
}

/** The newest 2,000 lines of this run's log, in memory. */
export class LogRing {
  readonly #lines: RingLine[] = [];
  #last = 0;

  /** Number of the newest line; 0 before the first. */
  get last(): number {
    return this.#last;
  }

  /** Wraps `sink` and keeps its lines. */
  before(sink: LogSink): LogSink {
    return (line, level) => {
      this.add(line, level);
      sink(line, level);
    };
  }

  add(text: string, level: LogLevel): void {
    this.#last += 1;
    this.#lines.push({ id: this.#last, level, text: text.slice(0, LONGEST_LINE) });
    if (this.#lines.length > MOST_LINES) this.#lines.shift();
  }

  /** The newest `most` matching lines, oldest first. */
  read({ level, search, after, most }: RingQuery): readonly RingLine[] {
    const wanted = search.trim().toLowerCase();
    return this.#lines
      .filter(
        (line) =>
          GRAVITY[line.level] >= GRAVITY[level] &&
          line.id > (after ?? 0) &&
          (wanted === '' || line.text.toLowerCase().includes(wanted)),
      )
      .slice(-most);
  }
}
