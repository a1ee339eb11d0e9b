import { Check, CircleCheck, CircleSlash, Maximize2, MonitorPlay, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { CANVAS } from '../../../shared/overlay/names.ts';
import type { Widget } from '../../../shared/overlay/widgets.ts';
import { actionOf, selectOverlay, selectStatus } from '../../stores/dashboard-store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { AskDialog } from '../../ui/dialog.tsx';
import { Fold } from '../../ui/fold.tsx';
import { AddressField, maskedAddress, RevealButton } from '../address-field.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { PreviewDialog } from './preview-dialog.tsx';

export function OverlayCard() {
  const { t } = useWords();
  const overlay = useSelect(selectStatus)?.overlay;
  const [revealed, setRevealed] = useState(false);
  const [previewing, setPreviewing] = useState(false);
  const settings = useSelect(selectOverlay);
  if (!overlay) return null;
  const { url, connectedPages } = overlay;
  return (
    <Card
      icon={MonitorPlay}
      title={t('overlay.title')}
      aside={
        connectedPages === 0 ? (
          <Badge icon={CircleSlash}>{t('overlay.no-pages')}</Badge>
        ) : (
          <Badge tone="live" icon={CircleCheck}>
            {t('overlay.pages', { count: connectedPages })}
          </Badge>
        )
      }
    >
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
      <p className="card-note">{t('overlay.secret')}</p>
      <BeginBroadcast />
      <HowTo open={connectedPages === 0} />
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

function HowTo({ open }: { readonly open: boolean }) {
  const { t } = useWords();
  return (
    <Fold title={t('overlay.how')} open={open}>
      <ol>
        <li>{t('overlay.step-1')}</li>
        <li>{t('overlay.step-2')}</li>
        <li>{t('overlay.step-3')}</li>
      </ol>
      <p className="how-size">
        <span>{t('overlay.size')}</span>
        <strong>{t('overlay.size-value', CANVAS)}</strong>
      </p>
    </Fold>
  );
}

/** Resets the widgets' totals for a new broadcast; hidden if no widget has totals. */
function BeginBroadcast() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const layout = useSelect(selectOverlay)?.layout;
  const { phase } = useSelect(actionOf('broadcast.begin'));
  const [asking, setAsking] = useState(false);
  const isCounted = ({ settings }: Widget) =>
    'period' in settings && settings.period === 'broadcast';
  if (!layout?.some(isCounted)) return null;
  const begin = async () => {
    await dashboard.beginBroadcast();
    setAsking(false);
  };
  return (
    <>
      <div className="card-row">
        <Button icon={phase === 'done' ? Check : RotateCcw} onPress={() => setAsking(true)}>
          {t('broadcast.begin')}
        </Button>
        <span className="card-note" role="status">
          {phase === 'done' ? t('broadcast.begun') : t('broadcast.hint')}
        </span>
      </div>
      <ActionProblem action="broadcast.begin" />
      {asking ? (
        <AskDialog
          title={t('broadcast.ask')}
          text={t('broadcast.ask-text')}
          confirm={t('broadcast.begin')}
          cancel={t('broadcast.cancel')}
          busy={phase === 'pending'}
          onConfirm={() => void begin()}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}
