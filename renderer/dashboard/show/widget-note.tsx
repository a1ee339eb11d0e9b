import { Layers, Plus } from 'lucide-react';
import type { WidgetKind } from '../../../shared/overlay/names.ts';
import { selectOverlay } from '../../stores/dashboard-store.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CoreButton } from '../action-button.tsx';
import { useDashboard, usePage, useSelect, useWords } from '../context.ts';
import { newWidget, withWidget } from '../overlay/layout-edit.ts';
import { ActionProblem } from '../problems.tsx';

/** Whether viewers see the activity: its widget has to be on the overlay. */
export function WidgetNote({ kind }: { readonly kind: WidgetKind }) {
  const { t } = useWords();
  const { host } = usePage();
  const dashboard = useDashboard();
  const overlay = useSelect(selectOverlay);
  if (!overlay) return null;
  const { layout } = overlay;
  const shown = layout.some((widget) => widget.kind === kind && widget.shown);
  const add = () => {
    const widget = newWidget(layout, kind, host.clock.now());
    if (widget) void dashboard.ask('overlay.set', { layout: [...withWidget(layout, widget)] });
  };
  return (
    <Card icon={Layers} title={t('show.overlay')}>
      <p className="card-text">{t(shown ? 'show.overlay-shown' : 'show.overlay-missing')}</p>
      <div className="card-row">
        {shown ? null : (
          <CoreButton action="overlay.set" variant="primary" icon={Plus} onPress={add}>
            {t('show.overlay-add')}
          </CoreButton>
        )}
        <Button icon={Layers} onPress={() => dashboard.show('overlay')}>
          {t('show.overlay-open')}
        </Button>
      </div>
      <ActionProblem action="overlay.set" />
    </Card>
  );
}
