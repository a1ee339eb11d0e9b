import type { MessageBoxOptions } from 'electron';
import { describe, expect, it } from 'vitest';
import { sayProblem } from '../../../electron/base/errors.ts';
import { askForKeyring, askToReopen } from '../../../electron/desktop/app-actions.ts';
import { LANGUAGES } from '../../../shared/locales/index.ts';
import type { Problem } from '../../../shared/problem.ts';

const PROBLEM: Problem = { code: 'vault-locked' };

/** A system whose box is answered with a button, or closed. */
function dialogThat(answer: number | 'closed') {
  const asked: MessageBoxOptions[] = [];
  // As Electron does, in both of its forms: with or without a window.
  const showMessageBox = async (...args: unknown[]) => {
    const options = args.at(-1) as MessageBoxOptions;
    asked.push(options);
    const response = answer === 'closed' ? (options.cancelId ?? 0) : answer;
    return { response, checkboxChecked: false };
  };
  return { dialog: { showMessageBox }, asked };
}

describe('the dashboard that was lost too often', () => {
  it.each([
    [0, true],
    [1, false],
    ['closed', false],
  ] as const)('answer %s opens it again: %s', async (answer, expected) => {
    const { dialog } = dialogThat(answer);
    expect(await askToReopen(dialog, 'en')).toBe(expected);
  });

  it.each(LANGUAGES)(
    'is asked about in %s, with the opening as what Enter does',
    async (language) => {
      const { dialog, asked } = dialogThat(0);
      await askToReopen(dialog, language);
      const [{ message, detail, buttons, defaultId } = {} as MessageBoxOptions] = asked;
      expect(/[가-힣]/.test(`${message} ${detail}`)).toBe(language === 'ko');
      expect(buttons).toHaveLength(2);
      expect(defaultId).toBe(0);
    },
  );
});

describe('the locked keyring', () => {
  it.each([
    [0, 'again'],
    [1, 'without'],
    [2, 'quit'],
    ['closed', 'quit'],
    [7, 'quit'],
  ] as const)('answer %s means %s', async (answer, expected) => {
    const { dialog } = dialogThat(answer);
    expect(await askForKeyring(dialog, PROBLEM, 'ko')).toBe(expected);
  });

  it.each(LANGUAGES)('is told with its cause and cure, in %s', async (language) => {
    const { dialog, asked } = dialogThat(0);
    await askForKeyring(dialog, PROBLEM, language);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({
      type: 'warning',
      message: sayProblem(PROBLEM, language).what,
      detail: sayProblem(PROBLEM, language).cure,
    });
    expect(asked[0]?.buttons).toHaveLength(3);
  });
});
