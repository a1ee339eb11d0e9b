import type { DesktopState } from '../../../shared/desktop.ts';
import { CareCard } from './care-card.tsx';
import { HotkeysCard } from './hotkeys-card.tsx';
import { ModeCard } from './mode-card.tsx';
import { OverlayWindowCard } from './overlay-window-card.tsx';
import { UpdateCard } from './update-card.tsx';
import { VaultCard } from './vault-card.tsx';

/** The app around the core: its overlay window, hotkeys, and the care of itself. */
export function AppPage({ desktop }: { readonly desktop: DesktopState }) {
  return (
    <div className="app-desk">
      <div className="app-side">
        <OverlayWindowCard desktop={desktop} />
        <div className="app-group">
          <ModeCard setup={desktop.setup} />
          <VaultCard vault={desktop.vault} />
        </div>
      </div>
      <div className="app-side">
        <HotkeysCard desktop={desktop} />
        <div className="app-group">
          <CareCard desktop={desktop} />
          <UpdateCard desktop={desktop} />
        </div>
      </div>
    </div>
  );
}
