import { parseArgs } from 'node:util';
import type { FleetKey } from '../../shared/locales/fleet.ts';
import type { CoreKey, Language } from '../../shared/locales/index.ts';
import type { Text, TextValues } from '../../shared/locales/text.ts';
import type { Translate } from '../../shared/locales/translate.ts';
import { DEFAULT_REDIRECT_URI } from '../auth/callback-server.ts';
import { coreTexts } from '../base/errors.ts';

export const SECRET_VARIABLE = 'STAGELIGHT_CLIENT_SECRET';
export const PASSPHRASE_VARIABLE = 'STAGELIGHT_VAULT_PASSPHRASE';
export const FLEET_KEY_VARIABLE = 'STAGELIGHT_FLEET_KEY';
export const FLEET_KEY_FILE_VARIABLE = 'STAGELIGHT_FLEET_KEY_FILE';
/** `user:password`, or a token. */
export const NATS_LOGIN_VARIABLE = 'STAGELIGHT_NATS_LOGIN';
export const METRICS_KEY_VARIABLE = 'STAGELIGHT_METRICS_KEY';

export type Environment = Readonly<Record<string, string | undefined>>;

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

export const FLEET_OPTIONS = [
  'fleet-name',
  'fleet-weight',
  'fleet-replicas',
  'fleet-drops',
  'fleet-add',
  'fleet-list',
  'fleet-reseal',
  'fleet-pause',
  'fleet-resume',
  'fleet-remove',
  'public-url',
  'trusted-proxy',
  'metrics',
] as const satisfies readonly (keyof typeof OPTIONS)[];

export type OptionValues = ReturnType<typeof parseOptions>;

/** What `--help` prints. */
export async function helpText(language: Language): Promise<string> {
  const { fleetTexts } = await import('./fleet-texts.ts');
  const say = fleetTexts(language);
  const names = Object.keys(OPTIONS) as (keyof typeof OPTIONS)[];
  const options = names.map((name) => {
    const text = say(`usage.${name}` satisfies CoreKey | FleetKey, { uri: DEFAULT_REDIRECT_URI });
    return `  ${`--${name}${OPTIONS[name].value}`.padEnd(22)}${text}`;
  });
  return `${[
    say('usage.title'),
    '',
    'node dist/node/headless.js OPTIONS',
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

/** Throws `UsageError`. */
export function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: false }).values;
  } catch (failure) {
    const reason = failure instanceof Error ? (failure.message.split(/\.\s|\n/)[0] ?? '') : '';
    throw wrongUse('usage.unknown', { reason });
  }
}

/** A wrong option: one line for the person at the keyboard, and exit code 2. */
export class UsageError extends Error {
  readonly #texts: readonly Text[];
  readonly #translator: (language: Language) => Translate;

  constructor(texts: readonly Text[], translator = coreTexts) {
    super(lineOf(texts, translator('en')));
    this.name = 'UsageError';
    this.#texts = texts;
    this.#translator = translator;
  }

  say(language: Language): string {
    return lineOf(this.#texts, this.#translator(language));
  }
}

export function wrongUse(key: CoreKey, values: TextValues): UsageError {
  return new UsageError([{ key, values }]);
}

/** Throws `UsageError`. */
export function numberIn(
  option: string,
  value: string,
  form: RegExp,
  min: number,
  max: number,
): number {
  const number = form.test(value) ? Number(value) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw wrongUse('usage.range', { option, value, min, max });
}

/** A value may be quoted in it, and a value may hold anything. */
function lineOf(texts: readonly Text[], say: Translate): string {
  const sentences = texts.map(({ key, values }) => say(key, values));
  return sentences.join(' ').replace(/\p{Cc}+/gu, ' ');
}
