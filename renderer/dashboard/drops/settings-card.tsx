import { SlidersHorizontal } from 'lucide-react';
import type { DropsSettings, DropsSettingsChange } from '../../../shared/contract/drops.ts';
import { selectReachable } from '../../stores/dashboard-store.ts';
import { Card } from '../../ui/card.tsx';
import { NumberField } from '../../ui/fields.tsx';
import { Switch } from '../../ui/switch.tsx';
import { ActionProblem } from '../action-problem.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';

/** How often unpaid claims are looked for, and with how many calls. */
export function SettingsCard({ settings }: { readonly settings: DropsSettings }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const reachable = useSelect(selectReachable);
  const set = (change: DropsSettingsChange) => {
    void dashboard.ask('drops.settings', change);
  };
  return (
    <Card icon={SlidersHorizontal} title={t('drops.settings')}>
      <Switch
        label={t('drops.set-watch')}
        text={t('drops.set-watch-text')}
        on={settings.watch}
        disabled={!reachable}
        onChange={(watch) => set({ watch })}
      />
      <div className="drops-fields">
        <NumberField
          label={t('drops.set-live')}
          value={settings.liveSeconds}
          min={15}
          max={3_600}
          unit={t('drops.seconds')}
          onChange={(value) => set({ liveSeconds: Math.round(value) })}
        />
        <NumberField
          label={t('drops.set-idle')}
          value={settings.idleSeconds}
          min={60}
          max={21_600}
          unit={t('drops.seconds')}
          onChange={(value) => set({ idleSeconds: Math.round(value) })}
        />
        <NumberField
          label={t('drops.set-reads')}
          value={settings.readsPerHour}
          min={4}
          max={600}
          unit={t('drops.times')}
          note={t('drops.set-reads-note')}
          onChange={(value) => set({ readsPerHour: Math.round(value) })}
        />
        <NumberField
          label={t('drops.set-stuck')}
          value={settings.stuckHours}
          min={1}
          max={720}
          unit={t('drops.hours')}
          onChange={(value) => set({ stuckHours: Math.round(value) })}
        />
      </div>
      <ActionProblem action="drops.settings" />
    </Card>
  );
}
