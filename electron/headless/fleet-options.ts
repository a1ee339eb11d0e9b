import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import type { FleetKey } from '../../shared/locales/fleet.ts';
import type { TextValues } from '../../shared/locales/text.ts';
import { isSafeAddress } from '../base/loopback.ts';
import { fleetTexts } from './fleet-texts.ts';
import {
  type Environment,
  FLEET_KEY_FILE_VARIABLE,
  FLEET_KEY_VARIABLE,
  METRICS_KEY_VARIABLE,
  NATS_LOGIN_VARIABLE,
  numberIn,
  type OptionValues,
  UsageError,
} from './usage.ts';

/** `--fleet`: this host shares many channels with others. */
export interface FleetChoice {
  readonly servers: readonly string[];
  readonly user?: string;
  readonly pass?: string;
  readonly token?: string;
  readonly name: string;
  readonly weight: number;
  /** null: 3 in a cluster, else 1. */
  readonly replicas: number | null;
  /** What the fleet's secrets are sealed with, in base64. */
  readonly keys: string;
  /** This host may mark claims of drops as paid. */
  readonly drops: boolean;
  readonly task: FleetTask;
  /** Where a proxy shows the fleet's pages; null: only this computer can open them. */
  readonly publicUrl: URL | null;
  readonly trustedProxies: readonly string[];
  /** null: nobody asks for figures. */
  readonly metrics: MetricsChoice | null;
}

/** `--metrics`: where Prometheus and health checks ask this host. */
export interface MetricsChoice {
  readonly host: string;
  readonly port: number;
  /** What `/metrics` asks for; null: nothing, because only this computer can ask. */
  readonly key: string | null;
}

/** What a fleet's command does: take part, or one thing and end. */
export type FleetTask =
  | { readonly kind: 'run' }
  | { readonly kind: 'add' }
  | { readonly kind: 'list' }
  | { readonly kind: 'reseal' }
  | { readonly kind: 'pause' | 'resume' | 'remove'; readonly channelId: string };

/** null: more than one is asked for. */
function fleetTask(values: OptionValues): FleetTask | null {
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
function publicAddress(text: string): URL | null {
  if (!isSafeAddress(text, 'https:')) return null;
  const url = new URL(text);
  const extra = url.username + url.password + url.search + url.hash;
  return extra === '' && url.pathname === '/' ? url : null;
}

/** IP addresses separated by commas; null: one of them is none. */
function proxyAddresses(text: string): readonly string[] | null {
  const all = text.split(',').map((part) => part.trim().toLowerCase());
  return all.every((part) => isIP(part) !== 0) ? all : null;
}

/** The key and the login come from the environment, as secrets do. Throws `UsageError`. */
export function fleetChoice(
  address: string,
  values: OptionValues,
  environment: Environment,
): FleetChoice {
  const strange = ['demo', 'events'].find((name) => name in values);
  if (strange) throw wrongFleetUse('usage.not-in-fleet', { option: `--${strange}` });
  const name = values['fleet-name'] ?? '';
  const login = environment[NATS_LOGIN_VARIABLE] ?? '';
  const urls = address.split(',').map((text) => (URL.canParse(text) ? new URL(text) : null));
  const isServer = (url: URL | null) => url?.protocol === 'nats:' || url?.protocol === 'tls:';
  if (!urls.every(isServer)) throw wrongFleetUse('usage.fleet-address', { option: '--fleet' });
  // Other programs can see arguments.
  if (urls.some((url) => url?.username !== '' || url.password !== '')) {
    throw wrongFleetUse('usage.extra-parts', { option: '--fleet' });
  }
  if (!/^[A-Za-z0-9_-]{1,32}$/.test(name)) {
    throw wrongFleetUse('usage.not-a-name', { option: '--fleet-name' });
  }
  const [, user, pass] = /^([^:]*):(.*)$/.exec(login) ?? [];
  return {
    servers: urls.map((url) => `${url?.protocol}//${url?.host}`),
    ...(login !== '' && (user === undefined ? { token: login } : { user, pass: pass ?? '' })),
    name,
    weight: numberIn('--fleet-weight', values['fleet-weight'] ?? '1', /^\d{1,3}$/, 0, 100),
    replicas: replicasIn(values['fleet-replicas']),
    drops: values['fleet-drops'] ?? false,
    keys: fleetKeys(environment),
    task: taskOf(values),
    publicUrl: publicUrl(values['public-url']),
    trustedProxies: trustedProxies(values['trusted-proxy']),
    metrics: metricsChoice(values.metrics, environment[METRICS_KEY_VARIABLE] ?? ''),
  };
}

function fleetKeys(environment: Environment): string {
  const given = environment[FLEET_KEY_VARIABLE] ?? '';
  const path = environment[FLEET_KEY_FILE_VARIABLE] ?? '';
  if (path === '') return given;
  const names = { variable: FLEET_KEY_VARIABLE, file: FLEET_KEY_FILE_VARIABLE };
  if (given !== '') throw wrongFleetUse('usage.one-key', names);
  try {
    return readFileSync(path, 'utf8');
  } catch (failure) {
    const reason = failure instanceof Error ? failure.message : '';
    throw wrongFleetUse('usage.no-key-file', { ...names, reason });
  }
}

function taskOf(values: OptionValues): FleetTask {
  const task = fleetTask(values);
  if (task) return task;
  const kinds = ['add', 'list', 'reseal', 'pause', 'resume', 'remove'] as const;
  const asked = kinds.map((kind) => `fleet-${kind}` as const).filter((name) => name in values);
  throw wrongFleetUse('usage.one-task', { options: asked.map((name) => `--${name}`).join(', ') });
}

function publicUrl(text: string | undefined): URL | null {
  if (text === undefined) return null;
  const url = publicAddress(text);
  if (!url) throw wrongFleetUse('usage.not-a-place', { option: '--public-url', value: text });
  return url;
}

function trustedProxies(text: string | undefined): readonly string[] {
  const addresses = text === undefined ? [] : proxyAddresses(text);
  if (!addresses) throw wrongFleetUse('usage.not-addresses', { option: '--trusted-proxy' });
  return addresses;
}

/** `PORT`, or `ADDRESS:PORT`. Whoever is on another computer needs a key. */
function metricsChoice(text: string | undefined, given: string): MetricsChoice | null {
  if (text === undefined) return null;
  const [, address = '127.0.0.1', digits = ''] = /^(?:(.+):)?(\d{1,5})$/.exec(text) ?? [];
  const host = address.replace(/^\[(.*)\]$/, '$1');
  const port = Number(digits);
  if (digits === '' || port > 65_535 || isIP(host) === 0) {
    throw wrongFleetUse('usage.metrics-address', { option: '--metrics' });
  }
  const isHere = host === '::1' || host.startsWith('127.');
  const isKey = /^[\x21-\x7e]{16,}$/.test(given);
  if (given === '' ? !isHere : !isKey) {
    throw wrongFleetUse('usage.metrics-needs-key', { variable: METRICS_KEY_VARIABLE });
  }
  return { host, port, key: given === '' ? null : given };
}

function replicasIn(text: string | undefined): number | null {
  return text === undefined ? null : numberIn('--fleet-replicas', text, /^\d$/, 1, 5);
}

export function wrongFleetUse(key: FleetKey | 'usage.extra-parts', values: TextValues): UsageError {
  return new UsageError([{ key, values }], fleetTexts);
}
