import { parseArgs } from 'node:util';
import { PASSPHRASE_LIMITS } from '../../shared/contract/maintenance.ts';
import { parseRedirectAddress } from '../auth/redirect-address.ts';
import { isSafeAddress } from '../base/loopback.ts';
import { UsageError } from './usage-error.ts';

export interface HeadlessOptions {
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
  /** Also print every event. */
  readonly events: boolean;
  readonly timeScale: number;
  /** Sentences for a person instead of JSON lines. */
  readonly friendly: boolean;
}

export type ParsedCommand =
  | { readonly type: 'help' }
  | ({ readonly type: 'run' } & HeadlessOptions);

export interface AddressDefaults {
  readonly baseUrl: string;
  readonly authUrl: string;
}

export const DEFAULT_REDIRECT_URI = 'http://127.0.0.1:17817/callback';
export const SECRET_VARIABLE = 'STAGELIGHT_CLIENT_SECRET';
export const PASSPHRASE_VARIABLE = 'STAGELIGHT_VAULT_PASSPHRASE';

export const HELP = `Stagelight without a window: chat, donations, draws and purchases for OBS and other tools.

npm run headless -- OPTIONS

  --client-id ID        the application's Client ID (required, but for --demo)
  --redirect-uri URI    as registered for the application (${DEFAULT_REDIRECT_URI})
  --data-dir DIR        where settings, ledger and vault are kept
  --base-url URL        the platform's API address
  --auth-url URL        the platform's authorization address
  --port N              of the overlay and dashboard addresses; 0 takes a free one
  --no-open             do not open a browser
  --events              print every event as a JSON line
  --demo                the built-in simulator instead of the platform
  --friendly            sentences instead of JSON lines
  --time-scale N        for test servers whose clock runs N times faster
  --help

The Client Secret is read from the environment variable ${SECRET_VARIABLE}.
With ${PASSPHRASE_VARIABLE} set, the vault is encrypted with that passphrase;
without it, the vault is a file that only its owner can read.
`;

const SPEC = {
  'data-dir': { type: 'string' },
  'base-url': { type: 'string' },
  'auth-url': { type: 'string' },
  'client-id': { type: 'string' },
  'redirect-uri': { type: 'string' },
  port: { type: 'string' },
  'no-open': { type: 'boolean' },
  events: { type: 'boolean' },
  demo: { type: 'boolean' },
  friendly: { type: 'boolean' },
  'time-scale': { type: 'string' },
  help: { type: 'boolean' },
} as const;

/**
 * Reads the command line. The secret comes from the environment, because other programs can see
 * arguments. Throws `UsageError` with one line that names the option.
 */
export function readOptions(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  defaults: AddressDefaults,
): ParsedCommand {
  const values = parse(args);
  if (values.help) return { type: 'help' };
  const demo = values.demo ?? false;
  const clientId = values['client-id'] ?? '';
  const clientSecret = environment[SECRET_VARIABLE] ?? '';
  if (!demo) {
    checkCredential('--client-id', clientId);
    checkCredential(`The environment variable ${SECRET_VARIABLE}`, clientSecret);
  }
  if (values['data-dir'] === '') throw new UsageError('--data-dir is empty.');
  return {
    type: 'run',
    mode: demo ? 'demo' : 'platform',
    dataDir: values['data-dir'] ?? null,
    baseUrl: platformAddress('--base-url', values['base-url'] ?? defaults.baseUrl),
    authUrl: platformAddress('--auth-url', values['auth-url'] ?? defaults.authUrl),
    clientId,
    clientSecret,
    redirectUri: redirectAddress(values['redirect-uri'] ?? DEFAULT_REDIRECT_URI),
    vaultPassphrase: vaultPassphrase(environment[PASSPHRASE_VARIABLE]),
    port: values.port === undefined ? null : port(values.port),
    openBrowser: !(values['no-open'] ?? false),
    events: values.events ?? false,
    timeScale: timeScale(values['time-scale'] ?? '1'),
    friendly: values.friendly ?? false,
  };
}

/** What was read is taken out, so that programs we start, such as a browser, never have it. */
export function forgetSecrets(environment: Record<string, string | undefined>): void {
  delete environment[SECRET_VARIABLE];
  delete environment[PASSPHRASE_VARIABLE];
}

/** A short or an empty one would be an encrypted vault by name only. */
function vaultPassphrase(text: string | undefined): string | null {
  if (text === undefined) return null;
  const { min, max } = PASSPHRASE_LIMITS;
  const length = [...text].length;
  if (length < min || length > max) {
    throw new UsageError(`${PASSPHRASE_VARIABLE} must have ${min} to ${max} characters.`);
  }
  return text;
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: SPEC, allowPositionals: false }).values;
  } catch (failure) {
    const reason = failure instanceof Error ? (failure.message.split(/\.\s|\n/)[0] ?? '') : '';
    throw new UsageError(`${reason}. See --help.`);
  }
}

/** Whatever else it holds, it could not be sent in a header. The value is not repeated. */
function checkCredential(name: string, value: string): void {
  if (value === '') throw new UsageError(`${name} is missing (or use --demo).`);
  if (!/^[\x21-\x7e]+$/.test(value)) {
    throw new UsageError(`${name} has a space, a line break or a letter that no key has.`);
  }
}

function platformAddress(option: string, text: string): string {
  if (!isSafeAddress(text, 'https:')) {
    throw new UsageError(
      `${option} must be an https address (plain http only on this machine), not ${text}.`,
    );
  }
  const { username, password, search, hash } = new URL(text);
  if (username + password + search + hash !== '') {
    throw new UsageError(`${option} must not hold a user name, a password, a query or a #.`);
  }
  return text.replace(/[/?#]+$/, '');
}

/** The redirect address is compared to the letter by the platform, so it is kept as written. */
function redirectAddress(text: string): string {
  try {
    return parseRedirectAddress(text).uri;
  } catch (failure) {
    throw new UsageError(failure instanceof Error ? failure.message : '--redirect-uri is wrong.');
  }
}

function port(text: string): number {
  const number = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number <= 65_535))
    throw new UsageError(`--port must be a number from 0 to 65535, not ${text}.`);
  return number;
}

function timeScale(text: string): number {
  const number = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= 1 && number <= 1_000_000)) {
    throw new UsageError(`--time-scale must be a number from 1 to 1000000, not ${text}.`);
  }
  return number;
}
