import type { HotkeyAction, HotkeyState } from '../../../shared/desktop.ts';
import type { LocalText, Problem } from '../../../shared/problem.ts';

export const HOTKEY_PROBLEMS = ['overlay-hotkey-not-working', 'hotkeys-not-working'] as const;
export type HotkeyProblemCode = (typeof HOTKEY_PROBLEMS)[number];

const NAMES: Readonly<Record<HotkeyAction, LocalText>> = {
  'overlay-lock': { ko: '오버레이 잠금', en: 'lock overlay' },
  'overlay-show': { ko: '오버레이 보기', en: 'show overlay' },
  'alerts-panic': { ko: '알림 모두 숨기기', en: 'hide all alerts' },
  'alerts-pause': { ko: '알림 일시정지', en: 'pause alerts' },
  'alerts-skip': { ko: '알림 건너뛰기', en: 'skip alert' },
  'dashboard-show': { ko: '대시보드 열기', en: 'show dashboard' },
};

function isBroken({ status }: HotkeyState): boolean {
  return status === 'taken' || status === 'doubled' || status === 'invalid';
}

/**
 * What people must hear of hotkeys that do not work. Locking has a problem of its own: without its
 * hotkey the tray is the only way to a locked overlay.
 */
export function hotkeyProblems(states: readonly HotkeyState[]): readonly Problem[] {
  const broken = states.filter(isBroken);
  const lock = broken.filter(({ action }) => action === 'overlay-lock');
  const others = broken.filter(({ action }) => action !== 'overlay-lock');
  return [
    ...lock.map(({ accelerator }) => lockProblem(accelerator ?? '')),
    ...(others.length > 0 ? [othersProblem(others)] : []),
  ];
}

function lockProblem(accelerator: string): Problem {
  return {
    code: 'overlay-hotkey-not-working' satisfies HotkeyProblemCode,
    what: {
      ko: `오버레이를 잠그고 푸는 단축키(${accelerator})를 쓸 수 없어요. 다른 프로그램이 먼저 쓰고 있을 수 있어요.`,
      en: `The hotkey that locks the overlay (${accelerator}) does not work. Another program may hold it.`,
    },
    cure: {
      ko: '트레이 메뉴에서 오버레이를 잠그거나 풀 수 있어요. 설정에서 다른 단축키를 골라 주세요.',
      en: 'Lock or unlock the overlay from the tray menu, or choose another hotkey in the settings.',
    },
  };
}

function othersProblem(states: readonly HotkeyState[]): Problem {
  const list = (language: keyof LocalText) =>
    states
      .map(({ action, accelerator }) => `${NAMES[action][language]} (${accelerator})`)
      .join(', ');
  return {
    code: 'hotkeys-not-working' satisfies HotkeyProblemCode,
    what: {
      ko: `지금 쓸 수 없는 단축키가 있어요: ${list('ko')}.`,
      en: `These hotkeys do not work right now: ${list('en')}.`,
    },
    cure: {
      ko: '그 단축키를 쓰는 프로그램을 끄거나 설정에서 다른 단축키를 골라 주세요.',
      en: 'Close the program that uses them, or choose others in the settings.',
    },
  };
}
