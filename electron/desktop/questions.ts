import type { Dialog } from 'electron';
import type { Language } from '../../shared/locales/index.ts';
import type { Problem } from '../../shared/problem.ts';

type Boxes = Pick<Dialog, 'showMessageBox'>;

const REOPEN = {
  ko: {
    message: '대시보드 화면이 여러 번 멈췄어요.',
    detail: '방송과 알림은 계속되고 있어요. 화면을 다시 열까요?',
    buttons: ['다시 열기', '나중에'],
  },
  en: {
    message: 'The dashboard has stopped several times.',
    detail: 'The stream and its alerts go on. Open the dashboard again?',
    buttons: ['Open again', 'Later'],
  },
} as const satisfies Record<Language, unknown>;

/** Asks whether to try once more; true: yes. */
export async function askToReopen(dialog: Boxes, language: Language): Promise<boolean> {
  const { message, detail, buttons } = REOPEN[language];
  const { response } = await dialog.showMessageBox({
    ...{ type: 'warning', title: 'Stagelight', message, detail, buttons: [...buttons] },
    ...{ defaultId: 0, cancelId: 1 },
  });
  return response === 0;
}

const KEYRING_ANSWERS = ['again', 'without', 'quit'] as const;
export type KeyringAnswer = (typeof KEYRING_ANSWERS)[number];

const KEYRING = {
  ko: ['다시 시도', '저장된 로그인 없이 시작', '끝내기'],
  en: ['Try again', 'Start without the saved login', 'Quit'],
} as const satisfies Record<Language, readonly string[]>;

/** The keyring that holds the logins is locked: what now? Closing the box is quitting. */
export async function askForKeyring(
  dialog: Boxes,
  { what, cure }: Problem,
  language: Language,
): Promise<KeyringAnswer> {
  const { response } = await dialog.showMessageBox({
    ...{ type: 'warning', title: 'Stagelight', message: what[language], detail: cure[language] },
    ...{ buttons: [...KEYRING[language]], defaultId: 0, cancelId: 2 },
  });
  return KEYRING_ANSWERS[response] ?? 'quit';
}
