import type { Dialog } from 'electron';
import type { Language } from '../../shared/locales/index.ts';
import type { Problem } from '../../shared/problem.ts';
import { coreTexts, sayProblem } from '../base/errors.ts';

type Boxes = Pick<Dialog, 'showMessageBox'>;

/** Asks whether to try once more; true: yes. */
export async function askToReopen(dialog: Boxes, language: Language): Promise<boolean> {
  const say = coreTexts(language);
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    title: 'Stagelight',
    message: say('dashboard-stopped.what'),
    detail: say('dashboard-stopped.ask'),
    buttons: [say('dashboard-stopped.again'), say('dashboard-stopped.later')],
    defaultId: 0,
    cancelId: 1,
  });
  return response === 0;
}

const KEYRING_ANSWERS = ['again', 'without', 'quit'] as const;
export type KeyringAnswer = (typeof KEYRING_ANSWERS)[number];

/** The keyring that holds the logins is locked: what now? Closing the box is quitting. */
export async function askForKeyring(
  dialog: Boxes,
  problem: Problem,
  language: Language,
): Promise<KeyringAnswer> {
  const { what, cure } = sayProblem(problem, language);
  const { response } = await dialog.showMessageBox({
    ...{ type: 'warning', title: 'Stagelight', message: what, detail: cure },
    buttons: KEYRING_ANSWERS.map((answer) => coreTexts(language)(`keyring.${answer}`)),
    ...{ defaultId: 0, cancelId: 2 },
  });
  return KEYRING_ANSWERS[response] ?? 'quit';
}
