import { type ReactNode, Suspense, useLayoutEffect, useRef } from 'react';
import type { OverlayLook } from '../../shared/desktop.ts';
import type { WidgetGroup } from '../../shared/overlay/names.ts';
import { OverlayStoreProvider, useOverlay } from '../stores/overlay-context.tsx';
import type { OverlayStore } from '../stores/overlay-store.ts';
import { later } from '../widgets/later.ts';
import { WidgetLanguage } from '../widgets/widget-words.tsx';
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

const WindowHandles = later(() =>
  import('./window-handles.tsx').then((part) => part.WindowHandles),
);

/** The app's window around the page and, while unlocked, handles to move and size it. */
function WindowFrame(): ReactNode {
  const look = useOverlay((state) => state.look);
  useLayoutEffect(() => (look ? dressPage(document.documentElement, look) : undefined), [look]);
  return look && !look.locked ? (
    <Suspense fallback={null}>
      <WindowHandles />
    </Suspense>
  ) : null;
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
