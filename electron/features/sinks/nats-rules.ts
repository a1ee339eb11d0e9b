import type { StageEvent } from '../../../shared/events.ts';

/** What NATS or a reader's pattern would take for something else, and what nobody can type. */
const ODD = /[^A-Za-z0-9_-]/g;

/** Where an event stands in the stream: prefix, channel, kind. */
export function subjectOf(prefix: string, { kind, data }: StageEvent): string {
  const channel = data.channelId.replace(ODD, '_');
  return `${prefix}.${channel === '' ? '_' : channel}.${kind}`;
}

/** Whether a stream with these subjects stores this one. */
export function takes(patterns: readonly string[], subject: string): boolean {
  return patterns.some((pattern) => matches(pattern.split('.'), subject.split('.')));
}

function matches(pattern: readonly string[], subject: readonly string[]): boolean {
  const rest = pattern.indexOf('>');
  if (rest === -1 ? pattern.length !== subject.length : subject.length <= rest) return false;
  const fixed = rest === -1 ? pattern : pattern.slice(0, rest);
  return fixed.every((token, at) => token === '*' || token === subject[at]);
}

/** The number in an id of ours; null: it is somebody else’s, or an example’s. */
export function seqIn(id: string, epoch: string): number | null {
  const rest = id.startsWith(`${epoch}-`) ? id.slice(epoch.length + 1) : '';
  return /^\d+$/.test(rest) ? Number(rest) : null;
}

const OLDEST = [2, 9] as const;

/** Whether a server of this version is one that Stagelight was tried with, or newer. */
export function isNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map((part) => Number.parseInt(part, 10));
  const [oldest, oldestMinor] = OLDEST;
  return major > oldest || (major === oldest && minor >= oldestMinor);
}
