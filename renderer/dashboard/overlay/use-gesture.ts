import { type PointerEvent, useEffect, useRef } from 'react';

/** A pull at something, from where it was taken. Shares of the stage. */
export interface Pull {
  readonly dx: number;
  readonly dy: number;
  /** One pixel of the screen in shares of the stage. */
  readonly pixel: { readonly x: number; readonly y: number };
  /** Ctrl or ⌘ is held: nothing is to be drawn to anything. */
  readonly free: boolean;
}

interface Gesture {
  /** The element whose size is 1 by 1. */
  readonly stage: () => Element | null;
  readonly onPull: (pull: Pull) => void;
  /** `taken` false: Escape was pressed, and nothing is to be kept. */
  readonly onEnd: (taken: boolean) => void;
}

/** Answers what starts a gesture on a pressed element. It ends by itself when that goes away. */
export function useGesture(): (event: PointerEvent<HTMLElement>, gesture: Gesture) => void {
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);
  return (event, gesture) => {
    const stage = gesture.stage()?.getBoundingClientRect();
    if (event.button !== 0 || !stage || stage.width === 0 || stage.height === 0) return;
    stop.current?.();
    stop.current = follow(event, stage, gesture, () => {
      stop.current = null;
    });
  };
}

function follow(
  { pointerId, clientX, clientY, currentTarget }: PointerEvent<HTMLElement>,
  stage: DOMRect,
  { onPull, onEnd }: Gesture,
  onOver: () => void,
): () => void {
  const ends = new AbortController();
  const end = (taken: boolean) => {
    if (ends.signal.aborted) return;
    ends.abort();
    onOver();
    onEnd(taken);
  };
  const listen = <K extends keyof WindowEventMap>(
    name: K,
    handle: (event: WindowEventMap[K]) => void,
  ) => window.addEventListener(name, handle, { signal: ends.signal, capture: true });
  listen('pointermove', (moved) => {
    if (moved.pointerId !== pointerId) return;
    onPull({
      dx: (moved.clientX - clientX) / stage.width,
      dy: (moved.clientY - clientY) / stage.height,
      pixel: { x: 1 / stage.width, y: 1 / stage.height },
      free: moved.ctrlKey || moved.metaKey,
    });
  });
  listen('pointerup', (up) => {
    if (up.pointerId === pointerId) end(true);
  });
  listen('pointercancel', (lost) => {
    if (lost.pointerId === pointerId) end(true);
  });
  listen('keydown', (key) => {
    if (key.key !== 'Escape') return;
    key.stopPropagation();
    end(false);
  });
  // Outside the window, too, the pointer is ours.
  currentTarget.setPointerCapture?.(pointerId);
  return () => end(true);
}
