import type { ApiCommand } from '../../../shared/api/v1.ts';
import { type ActionFeeds, actionsOf, type ToolAction } from '../streamerbot/index.ts';
import type { OscMessage, OscValue } from './osc-messages.ts';

export interface Wanted {
  readonly command: ApiCommand;
  readonly args: object;
}

export const OSC_ROOT = '/stagelight/';

/** Addresses with a number: docs/osc.md. */
const NUMBERED: Readonly<Record<string, (value: number) => Wanted>> = {
  'vote/extend': (seconds) => ({ command: 'vote.extend', args: { seconds } }),
  'subathon/add': (seconds) => ({ command: 'subathon.add', args: { seconds } }),
};

/** What a message asks for; `released`: a button that was let go; null: it means nothing here. */
export function wantedOf(message: OscMessage, feeds: ActionFeeds): Wanted | 'released' | null {
  if (!message.address.startsWith(OSC_ROOT)) return null;
  const path = message.address.slice(OSC_ROOT.length);
  const [first] = message.args;
  if (Object.hasOwn(NUMBERED, path)) {
    return typeof first === 'number' ? (NUMBERED[path]?.(Math.round(first)) ?? null) : null;
  }
  const actions = actionsOf(feeds);
  const plain = actions.find(({ path: own, arg }) => arg === null && own === path);
  if (plain) return pressed(plain, first);
  const named = actions.find(
    ({ path: own, arg }) => arg !== null && isNamed(own, arg, path, first),
  );
  return named ? pressed(named, named.path === path ? message.args[1] : first) : null;
}

/** Buttons say 1 when they are pressed and 0 when they are let go. */
function pressed({ command, args }: ToolAction, value: OscValue | undefined): Wanted | 'released' {
  return value === 0 || value === false ? 'released' : { command, args };
}

/** The name is an argument, or the last part of the address, as `encodeURIComponent` writes it. */
function isNamed(own: string, name: string, path: string, first: OscValue | undefined): boolean {
  if (own === path) return typeof first === 'string' && isSame(first, name);
  return path.startsWith(`${own}/`) && isSame(decoded(path.slice(own.length + 1)), name);
}

function isSame(one: string, other: string): boolean {
  return lookOf(one) === lookOf(other);
}

function lookOf(text: string): string {
  return text.normalize('NFC').trim().toLowerCase();
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
