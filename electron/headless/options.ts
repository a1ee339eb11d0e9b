import { PASSPHRASE_LIMITS } from '../../shared/contract/maintenance.ts';
import { DEFAULT_REDIRECT_URI, parseRedirectAddress } from '../auth/callback-server.ts';
import { RedirectAddressError } from '../auth/errors.ts';
import { isSafeAddress } from '../base/loopback.ts';
import type { FleetChoice } from './fleet-options.ts';
import {
  type Environment,
  FLEET_KEY_VARIABLE,
  FLEET_OPTIONS,
  METRICS_KEY_VARIABLE,
  NATS_LOGIN_VARIABLE,
  numberIn,
  type OptionValues,
  PASSPHRASE_VARIABLE,
  parseOptions,
  SECRET_VARIABLE,
  UsageError,
  wrongUse,
} from './usage.ts';

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

/** The secret comes from the environment: other programs can see arguments. Throws `UsageError`. */
export async function readOptions(
  args: readonly string[],
  environment: Environment,
  defaults: Pick<HeadlessOptions, 'baseUrl' | 'authUrl'>,
): Promise<ParsedCommand> {
  const values = parseOptions(args);
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
    fleet: await fleetOf(values, environment),
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

/** Options of a fleet without `--fleet` would start a host of one channel, which nobody wants. */
async function fleetOf(values: OptionValues, environment: Environment) {
  if (values.fleet === undefined) {
    const lone = FLEET_OPTIONS.find((name) => name in values);
    if (lone) throw wrongUse('usage.needs-fleet', { option: `--${lone}` });
    return null;
  }
  const { fleetChoice } = await import('./fleet-options.ts');
  return fleetChoice(values.fleet, values, environment);
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
    throw new UsageError([{ key: `${key}.what`, values: { uri: text } }, { key: `${key}.cure` }]);
  }
}
