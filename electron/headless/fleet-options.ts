import { isIP } from 'node:net';
import { isSafeAddress } from '../base/loopback.ts';

/** What a fleet's command does: take part, or one thing and end. */
export type FleetTask =
  | { readonly kind: 'run' }
  | { readonly kind: 'add' }
  | { readonly kind: 'list' }
  | { readonly kind: 'reseal' }
  | { readonly kind: 'pause' | 'resume' | 'remove'; readonly channelId: string };

interface TaskValues {
  readonly 'fleet-add'?: boolean | undefined;
  readonly 'fleet-list'?: boolean | undefined;
  readonly 'fleet-reseal'?: boolean | undefined;
  readonly 'fleet-pause'?: string | undefined;
  readonly 'fleet-resume'?: string | undefined;
  readonly 'fleet-remove'?: string | undefined;
}

/** null: more than one is asked for. */
export function fleetTask(values: TaskValues): FleetTask | null {
  const tasks: FleetTask[] = [];
  if (values['fleet-add']) tasks.push({ kind: 'add' });
  if (values['fleet-list']) tasks.push({ kind: 'list' });
  if (values['fleet-reseal']) tasks.push({ kind: 'reseal' });
  for (const kind of ['pause', 'resume', 'remove'] as const) {
    const channelId = values[`fleet-${kind}`];
    if (channelId !== undefined) tasks.push({ kind, channelId });
  }
  const [task = { kind: 'run' }, ...others] = tasks;
  return others.length === 0 ? task : null;
}

/** Encrypted, or of this computer, and without a path; null: it is none. */
export function publicAddress(text: string): URL | null {
  if (!isSafeAddress(text, 'https:')) return null;
  const url = new URL(text);
  const extra = url.username + url.password + url.search + url.hash;
  return extra === '' && url.pathname === '/' ? url : null;
}

/** IP addresses separated by commas; null: one of them is none. */
export function proxyAddresses(text: string): readonly string[] | null {
  const all = text.split(',').map((part) => part.trim().toLowerCase());
  return all.every((part) => isIP(part) !== 0) ? all : null;
}
