import { MonitorPlay } from 'lucide-react';
import { useState } from 'react';
import type { WidgetRow } from '../../../shared/contract/widgets.ts';
import { selectOverlay, selectStatus } from '../../stores/dashboard-store.ts';
import { Card } from '../../ui/card.tsx';
import { CoreButton } from '../action-button.tsx';
import { AddressField, maskedAddress, RevealButton } from '../address-field.tsx';
import { useDashboard, usePage, useSelect, useWords } from '../context.ts';
import { isFull, newWidget, withSettings, withWidget } from '../overlay/layout-edit.ts';
import { ActionProblem } from '../problems.tsx';

/** As a widget of the layout, or by its own address. */
export function PlaceCard({ row }: { readonly row: WidgetRow }) {
  const { t } = useWords();
  const { clock } = usePage().host;
  const dashboard = useDashboard();
  const layout = useSelect(selectOverlay)?.layout ?? [];
  const overlay = useSelect(selectStatus)?.overlay.url ?? '';
  const [revealed, setRevealed] = useState(false);
  const { id } = row;
  const isPlaced = layout.some(
    (widget) => widget.kind === 'custom' && widget.settings.package === id,
  );
  const add = () => {
    const widget = newWidget(layout, 'custom', clock.now());
    if (!widget) return;
    const placed = withSettings(withWidget(layout, widget), widget.id, { package: id });
    void dashboard.setOverlay({ layout: [...placed] }, id);
  };
  const address = `${overlay}?widget=package-${id}`;
  return (
    <Card icon={MonitorPlay} title={t('widgets.place')}>
      <p className="card-text">{t('widgets.place-text')}</p>
      {isPlaced ? (
        <p className="card-note">{t('widgets.added')}</p>
      ) : (
        <div className="card-row">
          <CoreButton action={`overlay.set#${id}`} disabled={isFull(layout)} onPress={add}>
            {t('widgets.add')}
          </CoreButton>
        </div>
      )}
      <ActionProblem action={`overlay.set#${id}`} />
      <AddressField
        label={t('widgets.address')}
        address={address}
        masked={revealed ? null : maskedAddress(address)}
        onReveal={() => setRevealed(true)}
        copyLabel={t('widgets.copy')}
        wanted={false}
      />
      <div className="card-row">
        <RevealButton revealed={revealed} onChange={setRevealed} />
      </div>
    </Card>
  );
}
