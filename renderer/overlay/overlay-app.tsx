import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { OverlayStoreProvider, useOverlay } from '../stores/overlay-context.tsx';
import {
  type OverlayState,
  type OverlayStore,
  selectConfig,
  selectLanguage,
} from '../stores/overlay-store.ts';
import { WidgetLanguage } from '../widgets/widget-words.tsx';
import { dressWithTheme, type ThemeDress } from './apply-theme.ts';
import { LayoutStage } from './layout-stage.tsx';
import { WindowLook } from './window-look.tsx';

interface OverlayAppProps {
  readonly store: OverlayStore;
  /** The widget that fills the page (`?widget=`); null: the whole layout. */
  readonly only?: string | null;
}

/** The whole page: every widget at its place. */
export function OverlayApp({ store, only = null }: OverlayAppProps): ReactNode {
  return (
    <OverlayStoreProvider store={store}>
      <PageLanguage>
        <PageTheme />
        <LayoutStage only={only} />
        <WindowLook />
      </PageLanguage>
    </OverlayStoreProvider>
  );
}

function PageLanguage({ children }: { readonly children: ReactNode }): ReactNode {
  const language = useOverlay(selectLanguage);
  useLayoutEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return <WidgetLanguage language={language}>{children}</WidgetLanguage>;
}

const selectTheme = (state: OverlayState) => selectConfig(state)?.theme ?? null;

/** Keeps the page in the theme that the streamer has chosen. Draws nothing itself. */
export function PageTheme(): ReactNode {
  const theme = useOverlay(selectTheme);
  const dress = useRef<ThemeDress | null>(null);
  useLayoutEffect(() => {
    const fresh = dressWithTheme(document);
    dress.current = fresh;
    return () => fresh.dispose();
  }, []);
  useLayoutEffect(() => {
    if (theme) dress.current?.wear(theme);
  }, [theme]);
  return null;
}
