import { Check, Layers, MonitorOff, X } from 'lucide-react';
import { selectLive, selectStatus } from '../../stores/dashboard-store.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Popup } from '../../ui/popup.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { OverlayAddress, OverlayPages } from '../overlay/overlay-card.tsx';

/** Whether OBS shows the overlay; opens its address. */
export function ObsButton({ onOpen }: { readonly onOpen: () => void }) {
  const { t } = useWords();
  const overlay = useSelect(selectStatus)?.overlay;
  const isLive = useSelect(selectLive)?.onAir?.isLive === true;
  if (!overlay) return null;
  const count = overlay.connectedPages;
  const Icon = count > 0 ? Check : MonitorOff;
  const alone = isLive ? 'warn' : 'neutral';
  const label = `OBS: ${count > 0 ? t('overlay.pages', { count }) : t('overlay.no-pages')}`;
  return (
    <button
      type="button"
      className={`strip-fact strip-obs tone-${count > 0 ? 'live' : alone}`}
      aria-label={label}
      aria-haspopup="dialog"
      title={label}
      onClick={onOpen}
    >
      <span>OBS</span>
      <Icon size={14} aria-hidden />
    </button>
  );
}

/** The overlay's address, its size, and whether a page shows it. */
export function ObsPopup({ onClose }: { readonly onClose: () => void }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  return (
    <Popup label={t('overlay.title')} onClose={onClose}>
      <div className="popup-head">
        <h2>{t('overlay.title')}</h2>
        <OverlayPages />
        <IconButton icon={X} label={t('popup.close')} onPress={onClose} />
      </div>
      <OverlayAddress />
      <div className="card-row">
        <Button
          icon={Layers}
          onPress={() => {
            onClose();
            dashboard.show('overlay');
          }}
        >
          {t('strip.open-overlay')}
        </Button>
      </div>
    </Popup>
  );
}
