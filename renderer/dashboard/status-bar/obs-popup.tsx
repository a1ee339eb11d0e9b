import { Layers, X } from 'lucide-react';
import { Button, IconButton } from '../../ui/button.tsx';
import { Popup } from '../../ui/popup.tsx';
import { useDashboard, useWords } from '../context.ts';
import { useObsLook } from '../obs/obs-sign.tsx';
import { OverlayAddress, OverlayPages } from '../overlay/overlay-card.tsx';

/** Whether OBS shows the overlay; opens its page. */
export function ObsButton({ onOpen }: { readonly onOpen: () => void }) {
  const { pick } = useWords();
  const look = useObsLook();
  if (!look) return null;
  const { icon: Icon, tone } = look;
  const label = `OBS: ${pick(look.text)}`;
  return (
    <button
      type="button"
      className={`strip-fact strip-obs tone-${tone}`}
      aria-label={label}
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
