import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { parseArgs } from 'node:util';
import { PASSPHRASE_LIMITS } from '../../shared/contract/maintenance.ts';
import type { FleetKey } from '../../shared/locales/fleet.ts';
import type { CoreKey, Language } from '../../shared/locales/index.ts';
import type { Text, TextValues } from '../../shared/locales/text.ts';
import { DEFAULT_REDIRECT_URI, parseRedirectAddress } from '../auth/callback-server.ts';
import { RedirectAddressError } from '../auth/errors.ts';
import { isSafeAddress } from '../base/loopback.ts';
import { type FleetTask, fleetTask, proxyAddresses, publicAddress } from './fleet-options.ts';
import { terminalTexts } from './terminal-texts.ts';

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

export interface HeadlessOptions {
  /** null: one channel, on this host alone. */
  readonly fleet: FleetChoice | null;
  readonly mode: 'platform' | 'demo';
  /** null: the usual place of this system (a temporary folder for the demo). */
  readonly dataDir: string | null;
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  /** What the vault is encrypted with; null: it is not. */
  readonly vaultPassphrase: string | null;
  /** null: the one in the settings, else the default; 0: a free one. */
  readonly port: number | null;
  readonly openBrowser: boolean;
  readonly events: boolean;
  readonly timeScale: number;
  /** Sentences for a person instead of JSON lines. */
  readonly friendly: boolean;
}

type ParsedCommand = { readonly type: 'help' } | ({ readonly type: 'run' } & HeadlessOptions);

export const SECRET_VARIABLE = 'STAGELIGHT_CLIENT_SECRET';
export const PASSPHRASE_VARIABLE = 'STAGELIGHT_VAULT_PASSPHRASE';
export const FLEET_KEY_VARIABLE = 'STAGELIGHT_FLEET_KEY';
export const FLEET_KEY_FILE_VARIABLE = 'STAGELIGHT_FLEET_KEY_FILE';
/** `user:password`, or a token. */
export const NATS_LOGIN_VARIABLE = 'STAGELIGHT_NATS_LOGIN';
export const METRICS_KEY_VARIABLE = 'STAGELIGHT_METRICS_KEY';

/** Every command line option, with the value it takes, in the order of `--help`. */
const OPTIONS = {
  'client-id': { type: 'string', value: ' ID' },
  'redirect-uri': { type: 'string', value: ' URI' },
  'data-dir': { type: 'string', value: ' DIR' },
  'base-url': { type: 'string', value: ' URL' },
  'auth-url': { type: 'string', value: ' URL' },
  port: { type: 'string', value: ' N' },
  'no-open': { type: 'boolean', value: '' },
  events: { type: 'boolean', value: '' },
  demo: { type: 'boolean', value: '' },
  friendly: { type: 'boolean', value: '' },
  fleet: { type: 'string', value: ' NATS' },
  'fleet-name': { type: 'string', value: ' NAME' },
  'fleet-weight': { type: 'string', value: ' N' },
  'fleet-replicas': { type: 'string', value: ' N' },
  'fleet-drops': { type: 'boolean', value: '' },
  'fleet-add': { type: 'boolean', value: '' },
  'fleet-list': { type: 'boolean', value: '' },
  'fleet-reseal': { type: 'boolean', value: '' },
  'fleet-pause': { type: 'string', value: ' ID' },
  'fleet-resume': { type: 'string', value: ' ID' },
  'fleet-remove': { type: 'string', value: ' ID' },
  'public-url': { type: 'string', value: ' URL' },
  'trusted-proxy': { type: 'string', value: ' IP' },
  metrics: { type: 'string', value: ' PORT' },
  'time-scale': { type: 'string', value: ' N' },
  help: { type: 'boolean', value: '' },
} as const;

/** What `--help` prints. */
export function helpText(language: Language): string {
  const say = terminalTexts(language);
  const names = Object.keys(OPTIONS) as (keyof typeof OPTIONS)[];
  const options = names.map((name) => {
    const text = say(`usage.${name}` satisfies CoreKey | FleetKey, { uri: DEFAULT_REDIRECT_URI });
    return `  ${`--${name}${OPTIONS[name].value}`.padEnd(22)}${text}`;
  });
  return `${[
    say('usage.title'),
    '',
    'npm run headless -- OPTIONS',
    '',
    ...options,
    '',
    say('usage.secret', { variable: SECRET_VARIABLE }),
    say('usage.passphrase', { variable: PASSPHRASE_VARIABLE }),
    say('usage.fleet-key', { variable: FLEET_KEY_VARIABLE, file: FLEET_KEY_FILE_VARIABLE }),
    say('usage.fleet-login', { variable: NATS_LOGIN_VARIABLE }),
    say('usage.metrics-key', { variable: METRICS_KEY_VARIABLE }),
  ].join('\n')}\n`;
}

/** The secret comes from the environment: other programs can see arguments. Throws `UsageError`. */
export function readOptions(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  defaults: Pick<HeadlessOptions, 'baseUrl' | 'authUrl'>,
): ParsedCommand {
  const values = parse(args);
  if (values.help) return { type: 'help' };
  const demo = values.demo ?? false;
  const clientId = values['client-id'] ?? '';
  const clientSecret = environment[SECRET_VARIABLE] ?? '';
  if (!demo) {
    checkCredential('--client-id', clientId);
    checkCredential(SECRET_VARIABLE, clientSecret);
  }
  return {
    type: 'run',
    fleet: fleetChoice(values, environment),
    mode: demo ? 'demo' : 'platform',
    dataDir: dataFolder(values['data-dir']),
    baseUrl: platformAddress('--base-url', values['base-url'] ?? defaults.baseUrl),
    authUrl: platformAddress('--auth-url', values['auth-url'] ?? defaults.authUrl),
    clientId,
    clientSecret,
    redirectUri: redirectAddress(values['redirect-uri'] ?? DEFAULT_REDIRECT_URI),
    vaultPassphrase: vaultPassphrase(environment[PASSPHRASE_VARIABLE]),
    port:
      values.port === undefined ? null : numberIn('--port', values.port, /^\d{1,5}$/, 0, 65_535),
    openBrowser: !(values['no-open'] ?? false),
    events: values.events ?? false,
    timeScale: numberIn('--time-scale', values['time-scale'] ?? '1', /^\d+(\.\d+)?$/, 1, 1_000_000),
    friendly: values.friendly ?? false,
  };
}

/** So that child processes such as a browser never get them. */
export function forgetSecrets(environment: Record<string, string | undefined>): void {
  delete environment[SECRET_VARIABLE];
  delete environment[PASSPHRASE_VARIABLE];
  delete environment[FLEET_KEY_VARIABLE];
  delete environment[NATS_LOGIN_VARIABLE];
  delete environment[METRICS_KEY_VARIABLE];
}

function dataFolder(path: string | undefined): string | null {
  if (path === '') throw wrongUse('usage.empty', { option: '--data-dir' });
  return path ?? null;
}

/** A short or an empty one would be an encrypted vault by name only. */
function vaultPassphrase(text: string | undefined): string | null {
  if (text === undefined) return null;
  const { min, max } = PASSPHRASE_LIMITS;
  const length = [...text].length;
  if (length < min || length > max) {
    throw wrongUse('usage.length', { option: PASSPHRASE_VARIABLE, min, max });
  }
  return text;
}

function fleetChoice(
  values: ReturnType<typeof parse>,
  environment: Readonly<Record<string, string | undefined>>,
): FleetChoice | null {
  const address = values.fleet;
  if (address === undefined) return null;
  const name = values['fleet-name'] ?? '';
  const login = environment[NATS_LOGIN_VARIABLE] ?? '';
  const urls = address.split(',').map((text) => (URL.canParse(text) ? new URL(text) : null));
  const isServer = (url: URL | null) => url?.protocol === 'nats:' || url?.protocol === 'tls:';
  if (!urls.every(isServer)) throw wrongUse('usage.fleet-address', { option: '--fleet' });
  // Other programs can see arguments.
  if (urls.some((url) => url?.username !== '' || url.password !== '')) {
    throw wrongUse('usage.extra-parts', { option: '--fleet' });
  }
  if (!/^[A-Za-z0-9_-]{1,32}$/.test(name)) {
    throw wrongUse('usage.not-a-name', { option: '--fleet-name' });
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

function fleetKeys(environment: Readonly<Record<string, string | undefined>>): string {
  const given = environment[FLEET_KEY_VARIABLE] ?? '';
  const path = environment[FLEET_KEY_FILE_VARIABLE] ?? '';
  if (path === '') return given;
  const names = { variable: FLEET_KEY_VARIABLE, file: FLEET_KEY_FILE_VARIABLE };
  if (given !== '') throw wrongUse('usage.one-key', names);
  try {
    return readFileSync(path, 'utf8');
  } catch (failure) {
    const reason = failure instanceof Error ? failure.message : '';
    throw wrongUse('usage.no-key-file', { ...names, reason });
  }
}

function taskOf(values: ReturnType<typeof parse>): FleetTask {
  const task = fleetTask(values);
  if (task) return task;
  const kinds = ['add', 'list', 'reseal', 'pause', 'resume', 'remove'] as const;
  const asked = kinds.map((kind) => `fleet-${kind}` as const).filter((name) => name in values);
  throw wrongUse('usage.one-task', { options: asked.map((name) => `--${name}`).join(', ') });
}

function publicUrl(text: string | undefined): URL | null {
  if (text === undefined) return null;
  const url = publicAddress(text);
  if (!url) throw wrongUse('usage.not-a-place', { option: '--public-url', value: text });
  return url;
}

function trustedProxies(text: string | undefined): readonly string[] {
  const addresses = text === undefined ? [] : proxyAddresses(text);
  if (!addresses) throw wrongUse('usage.not-addresses', { option: '--trusted-proxy' });
  return addresses;
}

/** `PORT`, or `ADDRESS:PORT`. Whoever is on another computer needs a key. */
function metricsChoice(text: string | undefined, given: string): MetricsChoice | null {
  if (text === undefined) return null;
  const [, address = '127.0.0.1', digits = ''] = /^(?:(.+):)?(\d{1,5})$/.exec(text) ?? [];
  const host = address.replace(/^\[(.*)\]$/, '$1');
  const port = Number(digits);
  if (digits === '' || port > 65_535 || isIP(host) === 0) {
    throw wrongUse('usage.metrics-address', { option: '--metrics' });
  }
  const isHere = host === '::1' || host.startsWith('127.');
  const isKey = /^[\x21-\x7e]{16,}$/.test(given);
  if (given === '' ? !isHere : !isKey) {
    throw wrongUse('usage.metrics-needs-key', { variable: METRICS_KEY_VARIABLE });
  }
  return { host, port, key: given === '' ? null : given };
}

function replicasIn(text: string | undefined): number | null {
  return text === undefined ? null : numberIn('--fleet-replicas', text, /^\d$/, 1, 5);
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: false }).values;
  } catch (failure) {
    const reason = failure instanceof Error ? (failure.message.split(/\.\s|\n/)[0] ?? '') : '';
    throw wrongUse('usage.unknown', { reason });
  }
}

/** Whatever else it holds, it could not be sent in a header. The value is not repeated. */
function checkCredential(option: string, value: string): void {
  if (value === '') throw wrongUse('usage.missing', { option });
  if (!/^[\x21-\x7e]+$/.test(value)) throw wrongUse('usage.not-a-key', { option });
}

function platformAddress(option: string, text: string): string {
  if (!isSafeAddress(text, 'https:')) throw wrongUse('usage.not-https', { option, value: text });
  const { username, password, search, hash } = new URL(text);
  const extra = username + password + search + hash;
  if (extra !== '') throw wrongUse('usage.extra-parts', { option });
  return text.replace(/[/?#]+$/, '');
}

/** The redirect address is compared to the letter by the platform, so it is kept as written. */
function redirectAddress(text: string): string {
  try {
    return parseRedirectAddress(text).uri;
  } catch (failure) {
    if (!(failure instanceof RedirectAddressError)) throw failure;
    const key = `problem.redirect-uri-${failure.fault}` as const;
    throw new UsageError({ key: `${key}.what`, values: { uri: text } }, { key: `${key}.cure` });
  }
}

function numberIn(option: string, value: string, form: RegExp, min: number, max: number): number {
  const number = form.test(value) ? Number(value) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw wrongUse('usage.range', { option, value, min, max });
}

export function wrongUse(key: CoreKey | FleetKey, values: TextValues): UsageError {
  return new UsageError({ key, values });
}

/** A wrong option: one line for the person at the keyboard, and exit code 2. */
export class UsageError extends Error {
  readonly #texts: readonly Text[];

  constructor(...texts: readonly Text[]) {
    super(lineOf(texts, 'en'));
    this.name = 'UsageError';
    this.#texts = texts;
  }

  say(language: Language): string {
    return lineOf(this.#texts, language);
  }
}

/** A value may be quoted in it, and a value may hold anything. */
function lineOf(texts: readonly Text[], language: Language): string {
  const say = terminalTexts(language);
  const sentences = texts.map(({ key, values }) => say(key, values));
  return sentences.join(' ').replace(/\p{Cc}+/gu, ' ');
}
