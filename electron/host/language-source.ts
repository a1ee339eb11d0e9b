import type { Language } from '../../shared/locales/index.ts';
import type { Disposable } from '../base/disposables.ts';
import { Emitter } from '../base/emitter.ts';
import type { Logger } from '../base/log.ts';
import type { SettingsKeeper } from '../settings/ports.ts';

/** The app's language: the streamer's choice, else the system's. */
export class LanguageSource implements Disposable {
  readonly #settings: SettingsKeeper;
  readonly #system: Language;
  readonly #log: Logger;
  readonly #changes = new Emitter<Language>((failure) =>
    this.#log.error('a language listener failed', { failure }),
  );
  readonly onChange = this.#changes.on;
  readonly #subscription: Disposable;
  #current: Language;

  constructor(settings: SettingsKeeper, system: Language, log: Logger) {
    this.#settings = settings;
    this.#system = system;
    this.#current = this.#read();
    this.#log = log;
    this.#subscription = settings.onChange(() => this.#check());
  }

  get current(): Language {
    return this.#current;
  }

  async choose(language: Language): Promise<void> {
    await this.#settings.update({ language });
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changes.dispose();
  }

  #read(): Language {
    return this.#settings.get().language ?? this.#system;
  }

  #check(): void {
    const now = this.#read();
    if (now === this.#current) return;
    this.#current = now;
    this.#changes.fire(now);
  }
}
