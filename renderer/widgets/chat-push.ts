/** The list's slide into place. */
export interface Push {
  /** Pixels that remain; 0 if it is over. */
  left(): number;
  stop(): void;
}

const SLIDE = { duration: 220, easing: 'cubic-bezier(0.16, 1, 0.3, 1)' } as const;

/**
 * Quick lines get to their place within two frames, drawn one by one: an animation of the browser,
 * however short, costs about five.
 */
const QUICK_STEPS = [1, 0.3] as const;

interface Way {
  readonly axis: 'x' | 'y';
  /** Pixels from where the list starts to its place. */
  readonly offset: number;
}

/** `themed`: calm, as the theme's lines enter; `pushing`: quick lines. */
export function startPush(
  list: HTMLElement,
  { how, ...way }: Way & { readonly how: 'themed' | 'pushing' },
): Push {
  return how === 'themed' ? slid(list, way) : stepped(list, way);
}

function slid(list: HTMLElement, { axis, offset }: Way): Push {
  const movement = list.animate(
    [{ transform: shifted(axis, offset) }, { transform: 'none' }],
    SLIDE,
  );
  return {
    left() {
      const progress = movement.effect?.getComputedTiming().progress ?? null;
      return progress === null ? 0 : offset * (1 - progress);
    },
    stop: () => movement.cancel(),
  };
}

function stepped(list: HTMLElement, { axis, offset }: Way): Push {
  let at = -1;
  let next = 0;
  const left = () => offset * (QUICK_STEPS[at] ?? 0);
  const step = () => {
    at += 1;
    list.style.transform = left() === 0 ? '' : shifted(axis, left());
    if (left() !== 0) next = requestAnimationFrame(step);
  };
  step();
  return {
    left,
    stop() {
      cancelAnimationFrame(next);
      list.style.transform = '';
    },
  };
}

const shifted = (axis: 'x' | 'y', pixels: number): string =>
  axis === 'x' ? `translateX(${pixels}px)` : `translateY(${pixels}px)`;
