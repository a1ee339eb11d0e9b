import { coreTexts } from '../base/errors.ts';
import type { Logger } from '../base/log.ts';
import type { SettingsKeeper } from '../settings/ports.ts';
import type { LanguageNow } from './controls/tray.ts';

export type Notify = (title: string, text: string, onClick: () => void) => void;

export interface TrayNewsParts {
  readonly settings: SettingsKeeper;
  readonly language: Pick<LanguageNow, 'current'>;
  readonly notify: Notify;
  readonly showDashboard: () => void;
  readonly log: Logger;
}

/** Notifies once ever that closing the window does not quit the app. */
export class TrayNews {
  readonly #parts: TrayNewsParts;
  /** Saving takes a moment, in which the window may be closed again. */
  #told = false;

  constructor(parts: TrayNewsParts) {
    this.#parts = parts;
  }

  hidden(): void {
    const { settings, language, notify, showDashboard, log } = this.#parts;
    if (this.#told || settings.get().desktop.toldAboutTray) return;
    this.#told = true;
    const say = coreTexts(language.current);
    notify(say('tray.hidden'), say('tray.hidden-text'), showDashboard);
    settings
      .update(({ desktop }) => ({ desktop: { ...desktop, toldAboutTray: true } }))
      .catch((failure: unknown) => log.warn('it could not be noted what was said', { failure }));
  }
}
