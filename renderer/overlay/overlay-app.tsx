import { type ReactNode, useLayoutEffect } from 'react';
import { OverlayStoreProvider, useOverlay } from '../stores/overlay-context.tsx';
import { type OverlayStore, selectLanguage } from '../stores/overlay-store.ts';
import { WidgetLanguage } from '../widgets/widget-words.tsx';
import { LayoutStage } from './layout-stage.tsx';
import { PageTheme } from './page-theme.tsx';
import { WindowLook } from './window-look.tsx';

export interface OverlayAppProps {
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
