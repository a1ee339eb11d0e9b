import type { KeyboardEvent, PointerEvent } from 'react';
import type { Box, Widget } from '../../../shared/overlay/widgets.ts';
import { useWords } from '../context.ts';
import { useEditor, widgetName } from './editor-context.ts';
import { HANDLES, type Handle, moveBox, resizeBox } from './geometry.ts';
import { withBox } from './layout-edit.ts';

interface StageItemProps {
  readonly widget: Widget;
  /** Taken at a handle, or (null) at its middle. */
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

/** The frame of one widget on the stage, to be moved and sized by pointer or keys. */
export function StageItem({ widget, onTake }: StageItemProps) {
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
    // Else the page scrolls, or (Alt with an arrow) goes back.
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

/** Arrows move, with Alt they size; Shift makes the steps fine. null: the key does nothing here. */
export function boxAfterKey(
  { key, altKey, shiftKey }: Pick<KeyboardEvent, 'key' | 'altKey' | 'shiftKey'>,
  box: Box,
): Box | null {
  const arrow = ARROWS[key];
  if (!arrow) return null;
  const step = shiftKey ? FINE_STEP : STEP;
  const [x, y] = [arrow[0] * step, arrow[1] * step];
  return altKey ? resizeBox(box, 'se', x, y) : moveBox(box, x, y);
}

export function placeOf({ x, y, width, height }: Box) {
  return {
    left: `${x * 100}%`,
    top: `${y * 100}%`,
    width: `${width * 100}%`,
    height: `${height * 100}%`,
  };
}

/** A share as it is read: in percent, to a tenth. */
export function percent(share: number): number {
  return Math.round(share * 1_000) / 10;
}
