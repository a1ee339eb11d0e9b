import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { ThemeChoice } from '../../../shared/overlay/theme.ts';
import { selectLanguage } from '../../stores/dashboard-store.ts';
import { useSelect } from '../context.ts';
import { type FrameDress, openFrameDress } from './frame-dress.ts';

interface OverlayFrameProps {
  readonly title: string;
  readonly className?: string;
  /** Of the page inside, pixels. It is drawn as large as there is room. */
  readonly size: { readonly width: number; readonly height: number };
  readonly theme: ThemeChoice;
  readonly children: ReactNode;
}

/**
 * A page within the page that is dressed as the overlay: its style sheets, its theme, the streamer's
 * own rules, its 1080 lines. Nothing of it reaches the dashboard. To be looked at only.
 */
export function OverlayFrame({ title, className = '', size, theme, children }: OverlayFrameProps) {
  const language = useSelect(selectLanguage);
  const holder = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [dress, setDress] = useState<FrameDress | null>(null);
  const scale = useScale(holder, size.width);

  const open = () => {
    const page = frame.current?.contentDocument ?? null;
    setDress((now) => (now?.page === page ? now : page && openFrameDress(page)));
  };
  // Some browsers have the page at once, others replace it when it has loaded.
  useLayoutEffect(open, []);
  useLayoutEffect(() => dress?.put(theme, language), [dress, theme, language]);
  return (
    <div ref={holder} className={`overlay-frame ${className}`} role="img" aria-label={title}>
      <iframe
        ref={frame}
        title={title}
        width={size.width}
        height={size.height}
        tabIndex={-1}
        aria-hidden
        style={{ transform: `scale(${scale})` }}
        onLoad={open}
      />
      {dress ? createPortal(children, dress.root) : null}
    </div>
  );
}

/** How much smaller than `width` the holder is drawn. */
function useScale(holder: { readonly current: HTMLElement | null }, width: number): number {
  const [scale, setScale] = useState(0);
  useEffect(() => {
    const element = holder.current;
    if (!element) return undefined;
    const measure = () => setScale(element.clientWidth / width);
    measure();
    if (typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [holder, width]);
  return scale;
}
