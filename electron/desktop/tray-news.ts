import { coreTexts } from '../base/errors.ts';
import type { Logger } from '../base/log.ts';
import type { SettingsKeeper } from '../settings/ports.ts';
import type { LanguageNow } from './controls/tray.ts';

export type Notify = (title: string, text: string, onClick: () => void) => void;

interface TrayNewsParts {
  readonly settings: SettingsKeeper;
  readonly language: Pick<LanguageNow, 'current'>;
  readonly notify: Notify;
  readonly showDashboard: () => void;
  readonly log: Logger;
}

/** What to call when the window was closed: notifies once ever that this does not quit the app. */
export function trayNews(parts: TrayNewsParts): () => void {
  const { settings, language, notify, showDashboard, log } = parts;
  // Saving takes a moment, in which the window may be closed again.
  let told = false;
  return () => {
    if (told || settings.get().desktop.toldAboutTray) return;
    told = true;
    const say = coreTexts(language.current);
    notify(say('tray.hidden'), say('tray.hidden-text'), showDashboard);
    settings
      .update(({ desktop }) => ({ desktop: { ...desktop, toldAboutTray: true } }))
      .catch((failure: unknown) => log.warn('it could not be noted what was said', { failure }));
  };
}
