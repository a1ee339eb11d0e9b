import { parseArgs } from 'node:util';
import { StagelightError } from '../base/errors.ts';

export type CommandLine = ReturnType<typeof readCommandLine>;

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export const USAGE = `Usage: npm run simulator -- [options]

  --port N            port on 127.0.0.1; 0 takes a free one (default 4780)
  --time-scale N      simulated time runs N times faster (default 1)
  --auto-approve      the authorization page approves by itself
  --show              plays a lively mix of events
  --redirect-uri URI  registered redirect address; may be given several times
  --help              this text`;

export const DEFAULT_PORT = 4780;

/** `redirectUris` null: the seeded application's own. Throws `UsageError` with one line. */
export function readCommandLine(args: readonly string[]) {
  const values = parse(args);
  return {
    port: readNumber('--port', values.port, DEFAULT_PORT, isPort),
    timeScale: readNumber('--time-scale', values['time-scale'], 1, isScale),
    autoApprove: values['auto-approve'] ?? false,
    show: values.show ?? false,
    redirectUris: values['redirect-uri']?.map(checkedUri) ?? null,
    help: values.help ?? false,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: 'string' },
        'time-scale': { type: 'string' },
        'auto-approve': { type: 'boolean' },
        show: { type: 'boolean' },
        'redirect-uri': { type: 'string', multiple: true },
        help: { type: 'boolean' },
      },
    }).values;
  } catch (failure) {
    const message = failure instanceof Error ? failure.message : String(failure);
    throw new UsageError(message.split('\n')[0] ?? message);
  }
}

const isPort = (value: number): boolean => Number.isInteger(value) && value <= 65_535;
const isScale = (value: number): boolean => value > 0 && value <= 100_000;

function readNumber(
  option: string,
  text: string | undefined,
  byDefault: number,
  isGood: (value: number) => boolean,
): number {
  if (text === undefined) return byDefault;
  const value = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (isGood(value)) return value;
  throw new UsageError(`${option} cannot be ${JSON.stringify(text)}`);
}

function checkedUri(text: string): string {
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return text;
  throw new UsageError(`--redirect-uri must be a http or https address: ${JSON.stringify(text)}`);
}

/** The simulator's port is unavailable, usually because another program uses it. */
export class PortProblem extends StagelightError {
  constructor(port: number, cause: unknown) {
    super({ code: 'simulator-port', values: { port } }, { cause });
  }
}
