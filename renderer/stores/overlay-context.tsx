import { createContext, type PropsWithChildren, useContext } from 'react';
import { useStore } from 'zustand/react';
import type { OverlayState, OverlayStore } from './overlay-store.ts';

const OverlayStoreContext = createContext<OverlayStore | null>(null);

type OverlayStoreProviderProps = PropsWithChildren<{ readonly store: OverlayStore }>;

export function OverlayStoreProvider({ store, children }: OverlayStoreProviderProps) {
  return <OverlayStoreContext value={store}>{children}</OverlayStoreContext>;
}

/** The overlay's store, for drawing without React. Throws outside the provider. */
export function useOverlayStore(): OverlayStore {
  const store = useContext(OverlayStoreContext);
  if (!store) throw new Error('The overlay needs an OverlayStoreProvider above it');
  return store;
}

/** A selected part of the overlay's state. Throws outside the provider. */
export function useOverlay<T>(selector: (state: OverlayState) => T): T {
  return useStore(useOverlayStore().api, selector);
}
