import {
  type KeyboardEvent,
  type PointerEvent,
  type PropsWithChildren,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { Box, Widget } from '../../../shared/overlay/widgets.ts';
import { useWords } from '../context.ts';
import { useEditor, widgetName } from './editor-context.ts';
import {
  type Guide,
  HANDLES,
  type Handle,
  moveBox,
  resizeBox,
  sameBox,
  snapMove,
  snapResize,
  withBox,
} from './layout-edit.ts';

export const BACKDROPS = ['game', 'checks', 'white', 'black'] as const;
export type Backdrop = (typeof BACKDROPS)[number];

/** Snap distance, screen pixels. */
const REACH_PX = 8;

export function Stage({ backdrop, children }: PropsWithChildren<{ readonly backdrop: Backdrop }>) {
  const { state, chosen, choose, changeLayout, undo } = useEditor();
  const place = useRef<HTMLDivElement>(null);
  const [guides, setGuides] = useState<readonly Guide[]>([]);
  const gestures = useRef(0);
  const start = useGesture();

  const take = (widget: Widget) => (event: PointerEvent<HTMLElement>, handle: Handle | null) => {
    gestures.current += 1;
    const tag = `gesture:${gestures.current}`;
    const others = state.layout
      .filter(({ id, shown }) => id !== widget.id && shown)
      .map(({ box }) => box);
    let moved = false;
    start(event, {
      stage: () => place.current,
      onPull: (pull) => {
        const { box, guides: hit } = pulledBox(widget, handle, others, pull);
        moved ||= !sameBox(box, widget.box);
        setGuides(hit);
        changeLayout((layout) => withBox(layout, widget.id, box), { tag, gesture: true });
      },
      onEnd: (taken) => {
        setGuides([]);
        if (!taken && moved) undo();
      },
    });
  };
  return (
    <div
      ref={place}
      className="stage"
      data-backdrop={backdrop}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) choose(null);
      }}
    >
      {children}
      {state.layout.map((widget) =>
        widget.shown || widget.id === chosen?.id ? (
          <StageItem key={widget.id} widget={widget} onTake={take(widget)} />
        ) : null,
      )}
      {guides.map(({ axis, at }) => (
        <div
          key={`${axis}${at}`}
          className="stage-guide"
          data-axis={axis}
          style={axis === 'x' ? { left: `${at * 100}%` } : { top: `${at * 100}%` }}
        />
      ))}
    </div>
  );
}

function pulledBox(
  { box }: Widget,
  handle: Handle | null,
  others: readonly Widget['box'][],
  { dx, dy, pixel, free }: Pull,
) {
  const pulled = handle === null ? moveBox(box, dx, dy) : resizeBox(box, handle, dx, dy);
  if (free) return { box: pulled, guides: [] };
  const reach = { x: REACH_PX * pixel.x, y: REACH_PX * pixel.y };
  return handle === null
    ? snapMove(pulled, others, reach)
    : snapResize(pulled, handle, others, reach);
}

interface StageItemProps {
  readonly widget: Widget;
  /** Called when a handle is pressed, or (null) the frame itself. */
  readonly onTake: (event: PointerEvent<HTMLElement>, handle: Handle | null) => void;
}

const STEP = 0.01;
const FINE_STEP = 0.001;

const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function StageItem({ widget, onTake }: StageItemProps) {
  const words = useWords();
  const { state, chosen, choose, changeLayout, remove } = useEditor();
  const isChosen = chosen?.id === widget.id;
  const name = widgetName(widget, state.layout, words);
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      remove(widget);
      return;
    }
    const box = boxAfterKey(event, widget.box);
    if (!box) return;
    // Otherwise the page scrolls, or (Alt with an arrow) navigates back.
    event.preventDefault();
    choose(widget.id);
    changeLayout((layout) => withBox(layout, widget.id, box), { tag: `keys:${widget.id}` });
  };
  return (
    <div
      className="stage-item"
      data-chosen={isChosen}
      data-shown={widget.shown}
      style={placeOf(widget.box)}
    >
      <button
        type="button"
        className="stage-grip"
        aria-pressed={isChosen}
        aria-label={words.t('stage.item', {
          name,
          x: percent(widget.box.x),
          y: percent(widget.box.y),
          width: percent(widget.box.width),
          height: percent(widget.box.height),
        })}
        onClick={() => choose(widget.id)}
        onKeyDown={press}
        onPointerDown={(event) => {
          choose(widget.id);
          onTake(event, null);
        }}
      >
        <span className="stage-name" aria-hidden>
          {name}
        </span>
      </button>
      {isChosen
        ? HANDLES.map((handle) => (
            <span
              key={handle}
              className="stage-handle"
              data-handle={handle}
              aria-hidden
              onPointerDown={(event) => onTake(event, handle)}
            />
          ))
        : null}
    </div>
  );
}

/** Arrows move, Alt resizes, Shift makes steps fine. Returns null for other keys. */
function boxAfterKey(
  { key, altKey, shiftKey }: Pick<KeyboardEvent, 'key' | 'altKey' | 'shiftKey'>,
  box: Box,
): Box | null {
  const arrow = ARROWS[key];
  if (!arrow) return null;
  const step = shiftKey ? FINE_STEP : STEP;
  const [x, y] = [arrow[0] * step, arrow[1] * step];
  return altKey ? resizeBox(box, 'se', x, y) : moveBox(box, x, y);
}

function placeOf({ x, y, width, height }: Box) {
  return {
    left: `${x * 100}%`,
    top: `${y * 100}%`,
    width: `${width * 100}%`,
    height: `${height * 100}%`,
  };
}

/** A fraction in percent, to a tenth. */
export function percent(share: number): number {
  return Math.round(share * 1_000) / 10;
}

interface Pull {
  readonly dx: number;
  readonly dy: number;
  /** One screen pixel in fractions of the stage. */
  readonly pixel: { readonly x: number; readonly y: number };
  /** Ctrl or ⌘ is held: no snapping. */
  readonly free: boolean;
}

interface Gesture {
  /** The element that measures 1 by 1. */
  readonly stage: () => Element | null;
  readonly onPull: (pull: Pull) => void;
  /** `taken` is false if Escape was pressed: nothing changes. */
  readonly onEnd: (taken: boolean) => void;
}

/** Returns the function that starts a gesture on a pressed element. The gesture ends when the element is removed. */
function useGesture() {
  const stop = useRef(() => {});
  useEffect(() => () => stop.current(), []);
  return (event: PointerEvent<HTMLElement>, gesture: Gesture) => {
    const stage = gesture.stage()?.getBoundingClientRect();
    if (event.button !== 0 || !stage || stage.width === 0 || stage.height === 0) return;
    stop.current();
    stop.current = follow(event, stage, gesture);
  };
}

function follow(
  { pointerId, clientX, clientY, currentTarget }: PointerEvent<HTMLElement>,
  stage: DOMRect,
  { onPull, onEnd }: Gesture,
): () => void {
  const ends = new AbortController();
  const end = (taken: boolean) => {
    if (ends.signal.aborted) return;
    ends.abort();
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
  // Keeps receiving the pointer outside the window.
  currentTarget.setPointerCapture?.(pointerId);
  return () => end(true);
}
