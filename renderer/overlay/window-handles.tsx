import { type CSSProperties, type PointerEvent, type ReactNode, useEffect, useRef } from 'react';
import { useWords } from '../widgets/widget-words.tsx';

/** The CSS property that makes an area drag the window; React does not know it. */
const DRAG = { WebkitAppRegion: 'drag' } as CSSProperties;

/** Handles to move and size the app's window. Viewers never load them. */
export function WindowHandles(): ReactNode {
  const { t } = useWords();
  return (
    <div className="sl-window">
      <header className="sl-window-bar" style={DRAG}>
        <span className="sl-window-swatch" />
        <strong className="sl-window-title">{t('window.title')}</strong>
        <span className="sl-window-hint">{t('window.move')}</span>
        <span className="sl-window-hint">{t('window.lock')}</span>
      </header>
      <Grip edge="right" />
      <Grip edge="bottom" />
      <Grip edge="corner" />
    </div>
  );
}

type DragStart = Readonly<Record<'pointer' | 'x' | 'y' | 'width' | 'height', number>>;

/** Transparent windows on Windows have no edges: the page requests a size, and the app decides. */
function Grip({ edge }: { readonly edge: 'right' | 'bottom' | 'corner' }): ReactNode {
  const drag = useRef<DragStart | null>(null);
  const frame = useRef(0);
  useEffect(() => () => cancelAnimationFrame(frame.current), []);

  const take = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = {
      pointer: event.pointerId,
      x: event.screenX,
      y: event.screenY,
      width: window.outerWidth,
      height: window.outerHeight,
    };
  };
  const pull = (event: PointerEvent<HTMLDivElement>): void => {
    const held = drag.current;
    if (held?.pointer !== event.pointerId) return;
    const width = held.width + (edge === 'bottom' ? 0 : event.screenX - held.x);
    const height = held.height + (edge === 'right' ? 0 : event.screenY - held.y);
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(() => window.resizeTo(width, height));
  };
  const drop = (): void => {
    drag.current = null;
  };
  return (
    <div
      className="sl-window-grip"
      data-edge={edge}
      onPointerDown={take}
      onPointerMove={pull}
      onPointerUp={drop}
      onPointerCancel={drop}
    />
  );
}
