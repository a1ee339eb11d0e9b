import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useOverlay } from '../stores/overlay-context.tsx';
import { type OverlayState, selectConfig } from '../stores/overlay-store.ts';
import { dressWithTheme, type ThemeDress } from './apply-theme.ts';

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
