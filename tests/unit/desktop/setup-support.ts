import type { SecretName, Vault } from '../../../electron/auth/ports.ts';
import { silentLogger } from '../../../electron/base/log.ts';
import { SetupService } from '../../../electron/desktop/setup-service.ts';
import type { SettingsKeeper } from '../../../electron/settings/ports.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../../shared/settings.ts';

export const FORM = {
  clientId: 'client-1',
  clientSecret: 'secret-of-one',
  baseUrl: '',
  authUrl: '',
  redirectUri: '',
} as const;

export class FakeVault implements Vault {
  readonly kept = new Map<SecretName, string>();
  readonly #told: (word: string) => void;
  broken = false;

  constructor(told: (word: string) => void) {
    this.#told = told;
  }

  async read(name: SecretName): Promise<string | null> {
    return this.kept.get(name) ?? null;
  }

  async write(name: SecretName, value: string): Promise<void> {
    if (this.broken) throw new Error('the vault is closed');
    this.#told(`write ${name}`);
    this.kept.set(name, value);
  }

  async remove(name: SecretName): Promise<void> {
    this.#told(`remove ${name}`);
    this.kept.delete(name);
  }
}

/** A desk with everything it stands on, and the order of what happened. */
export function deskWith(before: Partial<Settings> = {}, secret: string | null = null) {
  const told: string[] = [];
  const hidden: string[] = [];
  const tell = (word: string) => void told.push(word);
  const vault = new FakeVault(tell);
  if (secret !== null) vault.kept.set('client-secret', secret);
  let settings: Settings = { ...DEFAULT_SETTINGS, ...before };
  const trouble = { settings: false, restart: false };
  const keeper: SettingsKeeper = {
    get: () => settings,
    onChange: () => ({ dispose: () => undefined }),
    async update(change) {
      if (trouble.settings) throw new Error('the disk is full');
      const patch = typeof change === 'function' ? change(settings) : change;
      settings = { ...settings, ...patch } as Settings;
      tell(`settings ${settings.desktop.mode} ${settings.desktop.step}`);
      return settings;
    },
  };
  const runner = {
    async stop() {
      tell('stop');
    },
    async restart() {
      tell(`restart ${settings.desktop.mode}`);
      if (trouble.restart) throw new Error('no port');
    },
  };
  const redactor = { hideAlways: (text: string) => void hidden.push(text) };
  const desk = new SetupService({ settings: keeper, vault, runner, log: silentLogger, redactor });
  return { desk, told, hidden, vault, trouble, settings: () => settings };
}

export function connected(clientId: string, changes: Partial<Settings> = {}): Partial<Settings> {
  return {
    connect: { ...DEFAULT_SETTINGS.connect, clientId },
    desktop: { ...DEFAULT_SETTINGS.desktop, mode: 'connect', step: 'application' },
    linkedBefore: true,
    ...changes,
  };
}
