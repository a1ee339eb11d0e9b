import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Language } from '../../../shared/locales/index.ts';
import type { ThemeChoice } from '../../../shared/overlay/theme.ts';
import { dressWithTheme } from '../../overlay/apply-theme.ts';
import { selectLanguage } from '../../stores/dashboard-store.ts';
import fonts from '../../styles/fonts.css?inline';
import overlay from '../../styles/overlay.css?inline';
import alertMotion from '../../styles/overlay-alert-motion.css?inline';
import alerts from '../../styles/overlay-alerts.css?inline';
import alertsNarrow from '../../styles/overlay-alerts-narrow.css?inline';
import chat from '../../styles/overlay-chat.css?inline';
import goalSmall from '../../styles/overlay-goal-small.css?inline';
import highlight from '../../styles/overlay-highlight.css?inline';
import panels from '../../styles/overlay-panels.css?inline';
import roles from '../../styles/overlay-roles.css?inline';
import tallies from '../../styles/overlay-tallies.css?inline';
import themes from '../../styles/overlay-themes.css?inline';
import overlayTokens from '../../styles/overlay-tokens.css?inline';
import tokens from '../../styles/tokens.css?inline';
import { useSelect } from '../context.ts';

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

/** The overlay page's style sheets in its order (a test holds it against renderer/overlay/main.tsx). */
const OVERLAY_SHEETS: readonly string[] = [
  fonts,
  tokens,
  overlayTokens,
  overlay,
  chat,
  roles,
  highlight,
  alerts,
  alertsNarrow,
  alertMotion,
  tallies,
  panels,
  goalSmall,
  themes,
];

/** An empty page that is dressed as the overlay's. */
interface FrameDress {
  readonly page: Document;
  /** What is drawn goes in here. */
  readonly root: HTMLElement;
  put(theme: ThemeChoice, language: Language): void;
}

/** Stands in a frame of a page that knows dark and light; the overlay knows neither. */
const FRAME_RULES = ':root { color-scheme: light; } body { pointer-events: none; }';

/** Gives an empty page the overlay's style sheets and root. */
function openFrameDress(page: Document): FrameDress {
  const view = page.defaultView ?? window;
  page.adoptedStyleSheets = [...OVERLAY_SHEETS, FRAME_RULES].map((css) => {
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(css);
    return sheet;
  });
  const theme = dressWithTheme(page);
  const root = page.createElement('div');
  root.id = 'root';
  page.body.replaceChildren(root);
  return {
    page,
    root,
    put: (choice, language) => {
      page.documentElement.lang = language;
      theme.wear(choice);
    },
  };
}
