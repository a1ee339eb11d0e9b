import {
  type CSSProperties,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';
import type { OverlayLook } from '../../shared/desktop.ts';
import type { WidgetGroup } from '../../shared/overlay/names.ts';
import { OverlayStoreProvider, useOverlay } from '../stores/overlay-context.tsx';
import type { OverlayStore } from '../stores/overlay-store.ts';
import { useWords, WidgetLanguage } from '../widgets/widget-words.tsx';
import { dressWithTheme, type ThemeDress } from './apply-theme.ts';
import { LayoutStage } from './layout-stage.tsx';

interface OverlayAppProps {
  readonly store: OverlayStore;
  /** `?widget=`; null: the whole layout. */
  readonly only?: string | null;
  /** `?group=`; null: every part of the layout. */
  readonly group?: WidgetGroup | null;
}

export function OverlayApp({ store, only = null, group = null }: OverlayAppProps): ReactNode {
  return (
    <OverlayStoreProvider store={store}>
      <PageLanguage>
        <PageTheme />
        <PageLoad />
        <LayoutStage only={only} group={group} />
        <WindowFrame />
      </PageLanguage>
    </OverlayStoreProvider>
  );
}

function PageLanguage({ children }: { readonly children: ReactNode }): ReactNode {
  const language = useOverlay((state) => state.language);
  useLayoutEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return <WidgetLanguage language={language}>{children}</WidgetLanguage>;
}

export function PageTheme(): ReactNode {
  const theme = useOverlay((state) => state.config?.theme);
  const card = useOverlay((state) => state.config?.alertCard);
  const dress = useRef<ThemeDress | null>(null);
  useLayoutEffect(() => {
    const fresh = dressWithTheme(document);
    dress.current = fresh;
    return () => fresh.dispose();
  }, []);
  useLayoutEffect(() => {
    if (theme) dress.current?.wear(theme);
  }, [theme]);
  useLayoutEffect(() => {
    if (card) dress.current?.wearCard(card);
  }, [card]);
  return null;
}

/** What the page leaves out to spare the computer is in the style sheets. */
function PageLoad(): ReactNode {
  const step = useOverlay((state) => state.loadStep);
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    if (step > 0) dataset['loadStep'] = String(step);
    else delete dataset['loadStep'];
  }, [step]);
  return null;
}

/** The CSS property that makes an area drag the window; React does not know it. */
const DRAG = { WebkitAppRegion: 'drag' } as CSSProperties;

/** The app's window around the page and, while unlocked, handles to move and size it. */
function WindowFrame(): ReactNode {
  const look = useOverlay((state) => state.look);
  useLayoutEffect(() => (look ? dressPage(document.documentElement, look) : undefined), [look]);
  return look && !look.locked ? <Handles /> : null;
}

function dressPage(root: HTMLElement, look: OverlayLook): () => void {
  root.dataset['window'] = look.locked ? 'locked' : 'unlocked';
  root.style.setProperty('--ov-zoom', String(look.zoom));
  root.style.setProperty('--ov-opacity', String(look.opacity));
  root.style.setProperty('--ov-background', look.background ?? 'transparent');
  return () => {
    delete root.dataset['window'];
    for (const name of ['--ov-zoom', '--ov-opacity', '--ov-background']) {
      root.style.removeProperty(name);
    }
  };
}

function Handles(): ReactNode {
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
