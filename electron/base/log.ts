import type { Clock } from './clock.ts';
import { toIsoTime } from './clock.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
export type LogFields = Readonly<Record<string, unknown>>;

export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

/** Receives finished lines, without a line break at the end. */
export type LogSink = (line: string, level: LogLevel) => void;

const HIDDEN = '[hidden]';
const SECRET_FIELD =
  /secret|token|authorization|password|cookie|(^|[^a-z])(key|code|state)$|sessionkey/i;
/** Values of query parameters that must never be read in a log, whatever address they stand in. */
const SECRET_QUERY = /([?&#](?:sessionKey|code|state|key|token|secret)=)[^&#\s"']+/gi;
/** The random keys stand in the path of overlay and dashboard addresses. */
const KEY_IN_PATH = /(\/(?:overlay|dashboard)\/)[A-Za-z0-9_-]{16,}/g;

/** Knows the secrets of this run and takes them out of any text. */
export class Redactor {
  readonly #secrets = new Set<string>();

  /** From now on `secret` is replaced wherever it appears. Text under 6 characters is ignored. */
  hide(secret: string): void {
    if (secret.length >= 6) this.#secrets.add(secret);
  }

  clean(text: string): string {
    let result = text;
    for (const secret of this.#secrets) result = result.replaceAll(secret, HIDDEN);
    return result.replace(SECRET_QUERY, `$1${HIDDEN}`).replace(KEY_IN_PATH, `$1${HIDDEN}`);
  }
}

function describe(key: string, value: unknown): unknown {
  if (SECRET_FIELD.test(key) && value !== null && typeof value !== 'number') return HIDDEN;
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

/** Writes one line per message: time, level, message, fields as JSON; secrets taken out. */
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

/** A logger that says nothing: for tests and tools. */
export const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {} };
