import { CircleCheck, CircleSlash, Maximize2, MonitorPlay } from 'lucide-react';
import { useState } from 'react';
import { CANVAS } from '../../../shared/overlay/names.ts';
import { selectOverlay, selectStatus } from '../../stores/dashboard-store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Fold } from '../../ui/fold.tsx';
import { AddressField, maskedAddress, RevealButton } from '../address-field.tsx';
import { useSelect, useWords } from '../context.ts';
import { PreviewDialog } from './preview-dialog.tsx';

/** The overlay for OBS: its address, its size, and how it looks. */
export function OverlayCard() {
  const { t } = useWords();
  const [previewing, setPreviewing] = useState(false);
  const settings = useSelect(selectOverlay);
  return (
    <Card icon={MonitorPlay} title={t('overlay.title')} aside={<OverlayPages />}>
      <OverlayAddress />
      <div className="card-row">
        <Button
          variant="ghost"
          icon={Maximize2}
          disabled={settings === null}
          title={t('overlay.preview-hint')}
          onPress={() => setPreviewing(true)}
        >
          {t('overlay.preview')}
        </Button>
      </div>
      {previewing && settings ? (
        <PreviewDialog
          layout={settings.layout}
          theme={settings.theme}
          onClose={() => setPreviewing(false)}
        />
      ) : null}
    </Card>
  );
}

/** How many pages show the overlay. */
export function OverlayPages() {
  const { t } = useWords();
  const count = useSelect(selectStatus)?.overlay.connectedPages ?? 0;
  return count === 0 ? (
    <Badge icon={CircleSlash}>{t('overlay.no-pages')}</Badge>
  ) : (
    <Badge tone="live" icon={CircleCheck}>
      {t('overlay.pages', { count })}
    </Badge>
  );
}

/** The covered address with a copy button, and how to add it to OBS. */
export function OverlayAddress() {
  const { t } = useWords();
  const overlay = useSelect(selectStatus)?.overlay;
  const [revealed, setRevealed] = useState(false);
  if (!overlay) return null;
  const { url, connectedPages } = overlay;
  return (
    <>
      <AddressField
        label={t('overlay.address')}
        address={url}
        masked={revealed ? null : maskedAddress(url)}
        onReveal={() => setRevealed(true)}
        wanted={connectedPages === 0}
        copyLabel={t('overlay.copy')}
      />
      <div className="card-row">
        <RevealButton revealed={revealed} onChange={setRevealed} />
      </div>
      <p className="card-note">{t('overlay.secret')}</p>
      <HowTo open={connectedPages === 0} />
      <p className="how-size">
        <span>{t('overlay.size')}</span>
        <strong>{t('overlay.size-value', CANVAS)}</strong>
      </p>
    </>
  );
}

function HowTo({ open }: { readonly open: boolean }) {
  const { t } = useWords();
  return (
    <Fold title={t('overlay.how')} open={open}>
      <ol>
        <li>{t('overlay.step-1')}</li>
        <li>{t('overlay.step-2')}</li>
        <li>{t('overlay.step-3')}</li>
      </ol>
    </Fold>
  );
}
