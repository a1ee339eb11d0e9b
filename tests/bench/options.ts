import { parseArgs } from 'node:util';

export const PARTS = [
  'core',
  'connection',
  'latency',
  'sustained',
  'overlay',
  'overlay-cost',
  'overlay-alerts',
  'overlay-hours',
  'feed',
  'desktop',
  'reports',
  'obs',
  'kit',
  'doors',
  'sinks',
  'fleet',
] as const;
export type Part = (typeof PARTS)[number];

export interface BenchOptions {
  readonly help: boolean;
  readonly parts: readonly Part[];
  /** Length of the sustained part and the overlay's minute; the others are never longer than it. */
  readonly seconds: number;
  /** A missed target is exit code 1. */
  readonly strict: boolean;
}

export const HELP = `npm run bench -- [options]

  --only PART     core, connection, latency, sustained, overlay, overlay-cost, overlay-alerts, overlay-hours, feed,
                  desktop, reports, obs, kit, doors, sinks or fleet; may be given several times (default: all);
                  overlay does its cost, alerts and hours, too
  --seconds N     length of the sustained part and of the overlay's minute, 2 to 3600 (default 60);
                  the others shrink with it
  --strict        exit code 1 when a target is missed
  --help
`;

const LONGEST_S = 3_600;

/** The command line was wrong; the message is one line for the person at the keyboard. */
export class WrongOptionError extends Error {}

/** Reads the command line. @throws WrongOptionError */
export function readOptions(args: readonly string[]): BenchOptions {
  const values = parse(args);
  const unknown = (values.only ?? []).find((name) => !isPart(name));
  if (unknown !== undefined) {
    throw new WrongOptionError(`--only takes ${PARTS.join(', ')}, not ${unknown}.`);
  }
  const only = (values.only ?? []).filter(isPart);
  const seconds = Number(values.seconds ?? '60');
  if (!(seconds >= 2 && seconds <= LONGEST_S)) {
    throw new WrongOptionError(`--seconds must be a number from 2 to ${LONGEST_S}.`);
  }
  return {
    help: values.help ?? false,
    parts: PARTS.filter((part) => only.length === 0 || only.includes(part)),
    seconds,
    strict: values.strict ?? false,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        only: { type: 'string', multiple: true },
        seconds: { type: 'string' },
        strict: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    }).values;
  } catch (failure) {
    const reason = failure instanceof Error ? (failure.message.split(/\.\s|\n/)[0] ?? '') : '';
    throw new WrongOptionError(`${reason}. See --help.`);
  }
}

function isPart(name: string): name is Part {
  return (PARTS as readonly string[]).includes(name);
}
