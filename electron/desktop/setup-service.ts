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

interface SetupServiceOptions {
  readonly settings: SettingsKeeper;
  readonly vault: Vault;
  /** Runs the core as `settings.desktop.mode` says; stopping is harmless if none runs. */
  readonly runner: { stop(): Promise<void>; restart(): Promise<void> };
  readonly log: Logger;
  readonly redactor: Pick<Redactor, 'hideAlways'>;
}

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

  async load(): Promise<void> {
    const secret = await this.#options.vault.read('client-secret');
    if (secret !== null) this.#options.redactor.hideAlways(secret);
    this.#hasSecret = secret !== null;
  }

  readonly handlers: CommandHandlers<'setup.go' | 'setup.set-mode' | 'setup.connect'> = {
    'setup.go': ({ step }) => this.#queue.run(() => this.#keep({ step })),
    'setup.set-mode': ({ mode }) => this.#queue.run(() => this.#setMode(mode)),
    'setup.connect': (form) => this.#queue.run(() => this.#connect(form)),
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
    const isOther = !isSameApplication(before, wanted);
    if (isOther) await runner.stop();
    try {
      if (tidy.clientSecret !== null) await this.#keepSecret(tidy.clientSecret);
      if (isOther) {
        await vault.remove('grant');
        await vault.remove('session');
      }
      await this.#keepConnect(wanted, isOther).catch(async (failure: unknown) => {
        if (tidy.clientSecret !== null) await this.#putSecretBack(kept);
        throw failure;
      });
    } catch (failure) {
      // The failure that caused this restart is the one to report.
      if (isOther) {
        await runner
          .restart()
          .catch((again: unknown) =>
            log.error('the core could not be started again', { failure: again }),
          );
      }
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

  async #keep(changes: { readonly mode?: AppMode; readonly step?: SetupStep }): Promise<void> {
    const { settings } = this.#options;
    await settings.update(({ desktop }) => ({ desktop: { ...desktop, ...changes } }));
  }
}

/** Tokens belong to one application. A changed redirect address does not matter. */
function isSameApplication(before: Connect, wanted: Connect): boolean {
  return (
    before.clientId === wanted.clientId &&
    before.baseUrl === wanted.baseUrl &&
    before.authUrl === wanted.authUrl
  );
}

/** Some fields are unusable; nothing has changed. */
export class InvalidConnectError extends StagelightError {
  readonly faults: ConnectFaults;

  constructor(faults: ConnectFaults) {
    const wrong = CONNECT_FIELDS.filter((field) => faults[field] !== undefined);
    const fields = wrong.map((field): Text => ({ key: `connect.${field}` }));
    super({ code: 'invalid-connect', values: { fields, cures: curesOf(faults) } });
    this.faults = faults;
  }
}

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

/** A backup's connection beside the present one; one that is not valid is not offered. */
export function backupConnection(
  settings: Pick<SettingsKeeper, 'get'>,
  connect: ConnectSettings,
): TheirConnection {
  const own = connectOf(settings.get());
  const theirs = connectOf({ connect });
  const isSame = isSameApplication(own, theirs);
  const form = { ...theirs, clientSecret: null };
  const faults = checkConnect(form, { hasSecret: true, readAddress });
  if (isSame || Object.keys(faults).length > 0) return { isSame, other: null };
  const { clientId, baseUrl, authUrl } = theirs;
  return { isSame, other: { clientId: masked(clientId), baseUrl, authUrl } };
}

const DEFAULTS = {
  baseUrl: DEFAULT_BASE_URL,
  authUrl: DEFAULT_AUTH_URL,
  redirectUri: DEFAULT_REDIRECT_URI,
};

type Connect = Readonly<Record<'clientId' | keyof typeof DEFAULTS, string>>;

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
export function settingsOf(connect: Connect): Connect {
  const own = (field: keyof typeof DEFAULTS) =>
    connect[field] === DEFAULTS[field] ? '' : connect[field];
  return {
    clientId: connect.clientId,
    baseUrl: own('baseUrl'),
    authUrl: own('authUrl'),
    redirectUri: own('redirectUri'),
  };
}
