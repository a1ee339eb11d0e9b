import { type PointerEvent, type ReactNode, useRef, useState } from 'react';
import type { Widget } from '../../../shared/overlay/widgets.ts';
import { useEditor } from './editor-context.ts';
import {
  type Guide,
  type Handle,
  moveBox,
  resizeBox,
  sameBox,
  snapMove,
  snapResize,
} from './geometry.ts';
import { withBox } from './layout-edit.ts';
import { StageItem } from './stage-item.tsx';
import { type Pull, useGesture } from './use-gesture.ts';

export const BACKDROPS = ['game', 'checks', 'white', 'black'] as const;
export type Backdrop = (typeof BACKDROPS)[number];

/** How near something comes before it is drawn to a line, pixels of the screen. */
const REACH_PX = 8;

interface StageProps {
  readonly backdrop: Backdrop;
  readonly children: ReactNode;
}

/** The picture of 16 to 9 with everything on it, and the frames by which it is arranged. */
export function Stage({ backdrop, children }: StageProps) {
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
