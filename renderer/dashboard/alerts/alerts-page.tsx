import { Hand, ListChecks, type LucideIcon, Radio, SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { OverlaySettings } from '../../../shared/overlay/overlay-settings.ts';
import { selectAlerts, selectOverlay } from '../../stores/dashboard-store.ts';
import { Waiting } from '../../ui/empty.tsx';
import { Tabs, tabPanel } from '../../ui/tabs.tsx';
import { useSelect, useWords } from '../context.ts';
import { MediaCard } from '../media/media-card.tsx';
import { TestFormCard } from '../test-events/test-form-card.tsx';
import { RulesCard } from './alert-rules.tsx';
import { ALERT_PARTS, type AlertPart, useAlertPart } from './alerts-view.ts';
import { DefaultsCard } from './defaults-card.tsx';
import { QueueCard } from './queue-card.tsx';
import { QueuePart } from './queue-part.tsx';
import { SpeechCard } from './speech-card.tsx';

interface PartProps {
  readonly overlay: OverlaySettings;
}

const PARTS: Readonly<Record<AlertPart, (props: PartProps) => ReactNode>> = {
  queue: QueuePart,
  rules: RulesPart,
  settings: SettingsPart,
};

const ICONS: Readonly<Record<AlertPart, LucideIcon>> = {
  queue: Radio,
  rules: ListChecks,
  settings: SlidersHorizontal,
};

/** Alerts in three parts: running them, making them, setting them. */
export function AlertsPage() {
  const { t } = useWords();
  const overlay = useSelect(selectOverlay);
  const id = useId();
  const [part, show] = useAlertPart();
  if (!overlay) return <Waiting title={t('app.waiting')} />;
  const Part = PARTS[part];
  return (
    <div className="alert-parts">
      <Tabs
        id={id}
        label={t('part.label')}
        tabs={ALERT_PARTS.map((value) => ({
          value,
          label: t(`part.${value}`),
          icon: ICONS[value],
          sign: value === 'queue' ? <HeldMark /> : null,
        }))}
        present={part}
        onShow={show}
      />
      <div className="flow" {...tabPanel(id, part)}>
        <Part overlay={overlay} />
      </div>
    </div>
  );
}

/** Alerts that wait for a decision are said at the tab: another part may be open. */
function HeldMark() {
  const { t, number } = useWords();
  const { heldCount } = useSelect(selectAlerts);
  if (heldCount === 0) return null;
  return (
    <span className="view-sign view-count tone-warn">
      <Hand size={14} aria-hidden />
      <span aria-hidden>{number(heldCount)}</span>
      <span className="only-heard">{t('view.alerts-held', { count: heldCount })}</span>
    </span>
  );
}

/** What alerts look like, a test of it, and the files they use. */
function RulesPart({ overlay }: PartProps) {
  return (
    <div className="alert-making columns">
      <RulesCard overlay={overlay} />
      <TestFormCard />
      <MediaCard />
    </div>
  );
}

function SettingsPart({ overlay }: PartProps) {
  return (
    <div className="alert-making columns">
      <DefaultsCard overlay={overlay} />
      <QueueCard overlay={overlay} />
      <SpeechCard overlay={overlay} />
    </div>
  );
}
