import type { LocalText } from '../../shared/problem.ts';
import type { Logger } from '../base/log.ts';
import type { SettingsKeeper } from '../settings/ports.ts';
import type { LanguageNow } from './controls/tray.ts';

/** Shows a message of the system; `onClick` when somebody presses it. */
export type Notify = (title: string, text: string, onClick: () => void) => void;

export interface TrayNewsParts {
  readonly settings: SettingsKeeper;
  readonly language: Pick<LanguageNow, 'current'>;
  readonly notify: Notify;
  readonly showDashboard: () => void;
  readonly log: Logger;
}

const TITLE: LocalText = {
  ko: '스테이지라이트는 계속 켜져 있어요',
  en: 'Stagelight goes on',
};
const TEXT: LocalText = {
  ko: '창을 닫아도 방송 알림은 계속돼요. 트레이 아이콘에서 다시 열거나 끝낼 수 있어요. 설정에서 바꿀 수 있어요.',
  en: 'Alerts keep coming with the window closed. Open it again, or quit, from the icon in the tray. A setting changes this.',
};

/** Says, once for ever, that closing the window does not end the app. */
export class TrayNews {
  readonly #parts: TrayNewsParts;
  /** Noting it takes a moment, in which the window may be closed again. */
  #told = false;

  constructor(parts: TrayNewsParts) {
    this.#parts = parts;
  }

  /** The window was closed and the app goes on. */
  hidden(): void {
    const { settings, language, notify, showDashboard, log } = this.#parts;
    if (this.#told || settings.get().desktop.toldAboutTray) return;
    this.#told = true;
    notify(TITLE[language.current], TEXT[language.current], showDashboard);
    settings
      .update(({ desktop }) => ({ desktop: { ...desktop, toldAboutTray: true } }))
      .catch((failure: unknown) => log.warn('it could not be noted what was said', { failure }));
  }
}
