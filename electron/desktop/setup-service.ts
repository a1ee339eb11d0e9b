import {
  CONNECT_FIELDS,
  type ConnectFaults,
  type ConnectForm,
  checkConnect,
  connectCure,
  type ReadAddress,
  tidyConnect,
} from '../../shared/connect-check.ts';
import type { AppMode, ConnectSettings, SetupStep } from '../../shared/desktop.ts';
import type { Text } from '../../shared/locales/text.ts';
import type { Settings } from '../../shared/settings.ts';
import { DEFAULT_REDIRECT_URI } from '../auth/callback-server.ts';
import type { Vault } from '../auth/ports.ts';
import { StagelightError } from '../base/errors.ts';
import type { Logger, Redactor } from '../base/log.ts';
import { SerialQueue } from '../base/serial-queue.ts';
import { masked } from '../features/maintenance/index.ts';
import type { TheirConnection } from '../host/core-options.ts';
import { DEFAULT_AUTH_URL, DEFAULT_BASE_URL } from '../platform/platform-notes.ts';
import type { CommandHandlers } from '../server/ports.ts';
import type { SettingsKeeper } from '../settings/ports.ts';

/** The part of the core's runner that setup needs. */
interface SetupRunner {
  /** Stops the core for now; harmless if none runs. */
  stop(): Promise<void>;
  /** Restarts the core with `settings.desktop.mode`. */
  restart(): Promise<void>;
}

interface SetupServiceOptions {
  readonly settings: SettingsKeeper;
  readonly vault: Vault;
  readonly runner: SetupRunner;
  readonly log: Logger;
  readonly redactor: Pick<Redactor, 'hideAlways'>;
}

type SetupCommandHandlers = CommandHandlers<'setup.go' | 'setup.set-mode' | 'setup.connect'>;

const readAddress: ReadAddress = (text) => (URL.canParse(text) ? new URL(text) : null);

/** Carries out the setup's commands one at a time: a second one waits while the core restarts. */
export class SetupService {
  readonly #options: SetupServiceOptions;
  readonly #queue = new SerialQueue();
  #hasSecret = false;

  constructor(options: SetupServiceOptions) {
    this.#options = options;
  }

  /** Whether the application's secret is stored. False until `load`. */
  get hasSecret(): boolean {
    return this.#hasSecret;
  }

  /** Checks once whether a secret is stored. Throws the vault's errors. */
  async load(): Promise<void> {
    const secret = await this.#options.vault.read('client-secret');
    if (secret !== null) this.#options.redactor.hideAlways(secret);
    this.#hasSecret = secret !== null;
  }

  /** Setup's commands. They throw the errors of settings, vault and runner. */
  readonly handlers: SetupCommandHandlers = {
    'setup.go': async ({ step }) => {
      await this.#queue.run(() => this.#keep({ step }));
    },
    'setup.set-mode': async ({ mode }) => {
      await this.#queue.run(() => this.#setMode(mode));
    },
    'setup.connect': async (form) => {
      await this.#queue.run(() => this.#connect(form));
    },
  };

  /** The demo needs no further step: choosing it on the welcome page completes the setup. */
  async #setMode(mode: AppMode): Promise<void> {
    const { settings, runner, log } = this.#options;
    if (settings.get().desktop.mode !== mode) await this.#keep({ mode });
    log.info('the mode was chosen', { mode });
    await runner.restart();
    if (mode === 'demo' && settings.get().desktop.step === 'welcome') {
      await this.#keep({ step: 'done' });
    }
  }

  /**
   * Throws `InvalidConnectError` before anything has changed. A sign-in of another application or
   * platform is deleted while no core runs, because its tokens must not reach the new one.
   */
  async #connect(form: ConnectForm): Promise<void> {
    const { settings, vault, runner, log } = this.#options;
    const kept = await vault.read('client-secret');
    const faults = checkConnect(form, { hasSecret: kept !== null, readAddress });
    if (Object.keys(faults).length > 0) throw new InvalidConnectError(faults);
    const tidy = tidyConnect(form);
    const before = connectOf(settings.get());
    const wanted = connectOf({ connect: settingsOf(tidy) });
    const isOther = isOtherApplication(before, wanted);
    if (isOther) await runner.stop();
    try {
      if (tidy.clientSecret !== null) await this.#keepSecret(tidy.clientSecret);
      if (isOther) await this.#forgetLogin();
      await this.#keepConnect(wanted, isOther).catch(async (failure: unknown) => {
        if (tidy.clientSecret !== null) await this.#putSecretBack(kept);
        throw failure;
      });
    } catch (failure) {
      if (isOther) await this.#runAgain();
      throw failure;
    }
    log.info('the application was entered', { isOther, newSecret: tidy.clientSecret !== null });
    await runner.restart();
    await this.#keep({ step: 'sign-in' });
  }

  async #keepConnect(wanted: Connect, isOther: boolean): Promise<void> {
    const { settings } = this.#options;
    await settings.update(({ connect, desktop }) => ({
      connect: { ...connect, ...settingsOf(wanted) },
      desktop: { ...desktop, mode: 'connect' },
      ...(isOther ? { linkedBefore: false } : {}),
    }));
  }

  async #keepSecret(secret: string): Promise<void> {
    const { vault, redactor } = this.#options;
    redactor.hideAlways(secret);
    await vault.write('client-secret', secret);
    this.#hasSecret = true;
  }

  /**
   * Restores the former secret along with the former id. Never rejects: the first failure is
   * reported.
   */
  async #putSecretBack(kept: string | null): Promise<void> {
    const { vault, log } = this.#options;
    try {
      if (kept === null) await vault.remove('client-secret');
      else await vault.write('client-secret', kept);
      this.#hasSecret = kept !== null;
    } catch (failure) {
      log.error('the former secret could not be put back', { failure });
    }
  }

  async #forgetLogin(): Promise<void> {
    const { vault } = this.#options;
    await vault.remove('grant');
    await vault.remove('session');
  }

  /** Never rejects: the failure that caused the restart is reported instead. */
  async #runAgain(): Promise<void> {
    const { runner, log } = this.#options;
    try {
      await runner.restart();
    } catch (failure) {
      log.error('the core could not be started again', { failure });
    }
  }

  async #keep(changes: { readonly mode?: AppMode; readonly step?: SetupStep }): Promise<void> {
    const { settings } = this.#options;
    await settings.update(({ desktop }) => ({ desktop: { ...desktop, ...changes } }));
  }
}

/** Tokens belong to one application. A changed redirect address does not matter. */
function isOtherApplication(before: Connect, wanted: Connect): boolean {
  return (
    before.clientId !== wanted.clientId ||
    before.baseUrl !== wanted.baseUrl ||
    before.authUrl !== wanted.authUrl
  );
}

/** Some fields are unusable; nothing has changed. */
export class InvalidConnectError extends StagelightError {
  /** Only the faulty fields. */
  readonly faults: ConnectFaults;

  constructor(faults: ConnectFaults) {
    const wrong = CONNECT_FIELDS.filter((field) => faults[field] !== undefined);
    const fields = wrong.map((field): Text => ({ key: `connect.${field}` }));
    super({ code: 'invalid-connect', values: { fields, cures: curesOf(faults) } });
    this.faults = faults;
  }
}

/** The cure of each fault, preceded by its field's name. */
function curesOf(faults: ConnectFaults): Text | string {
  const cures = CONNECT_FIELDS.flatMap((field): Text[] => {
    const fault = faults[field];
    if (fault === undefined) return [];
    const cure = connectCure(field, fault);
    return [{ key: 'connect.field-cure', values: { field: { key: `connect.${field}` }, cure } }];
  });
  const last = cures.pop() ?? '';
  return cures.reduceRight<Text | string>(
    (others, first) => ({ key: 'connect.field-cures', values: { first, others } }),
    last,
  );
}

/**
 * Compares a backup's connection with the present one; one that could not be entered is not
 * offered.
 */
export function backupConnection(
  settings: Pick<SettingsKeeper, 'get'>,
  connect: ConnectSettings,
): TheirConnection {
  const own = connectOf(settings.get());
  const theirs = connectOf({ connect });
  const isSame =
    theirs.clientId === own.clientId &&
    theirs.baseUrl === own.baseUrl &&
    theirs.authUrl === own.authUrl;
  const form = { ...theirs, clientSecret: null };
  const faults = checkConnect(form, { hasSecret: true, readAddress });
  if (isSame || Object.keys(faults).length > 0) return { isSame, other: null };
  const { clientId, baseUrl, authUrl } = theirs;
  return { isSame, other: { clientId: masked(clientId), baseUrl, authUrl } };
}

/** The streamer's application and the addresses in use. */
export interface Connect {
  readonly clientId: string;
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly redirectUri: string;
}

type AddressField = 'baseUrl' | 'authUrl' | 'redirectUri';

const DEFAULTS: Readonly<Record<AddressField, string>> = {
  baseUrl: DEFAULT_BASE_URL,
  authUrl: DEFAULT_AUTH_URL,
  redirectUri: DEFAULT_REDIRECT_URI,
};

/** The configured values, with defaults where nothing is set. */
export function connectOf({ connect }: Pick<Settings, 'connect'>): Connect {
  return {
    clientId: connect.clientId,
    baseUrl: connect.baseUrl || DEFAULTS.baseUrl,
    authUrl: connect.authUrl || DEFAULTS.authUrl,
    redirectUri: connect.redirectUri || DEFAULTS.redirectUri,
  };
}

/** The reverse: default addresses are not stored, so that they can change. */
export function settingsOf(connect: Connect): Pick<ConnectSettings, 'clientId' | AddressField> {
  const own = (field: AddressField) => (connect[field] === DEFAULTS[field] ? '' : connect[field]);
  return {
    clientId: connect.clientId,
    baseUrl: own('baseUrl'),
    authUrl: own('authUrl'),
    redirectUri: own('redirectUri'),
  };
}
