import { ListOrdered } from 'lucide-react';
import type { PageKey } from '../../../shared/locales/index.ts';
import type { QueueSettings } from '../../../shared/overlay/alert-rules.ts';
import type { OverlaySettings } from '../../../shared/overlay/overlay-settings.ts';
import { Card } from '../../ui/card.tsx';
import { ChoiceList, Switch } from '../../ui/choices.tsx';
import { NumberField } from '../../ui/fields.tsx';
import { useWords } from '../context.ts';
import { type GroupSetting, useOverlayFlag, useOverlayGroup } from '../paced-setting.ts';
import { ActionProblem } from '../problems.tsx';

/** Upper limits of the core's schema. */
const MOST_BEAMS = 1_000_000_000;
const MOST_HOLD_S = 600;
const BEHIND_S = { min: 10, max: 3_600 } as const;

/** Default hold time when holding is switched on. */
const FIRST_HOLD_S = 10;

type NumberName = 'minimumBeams' | 'behindMaxS' | 'smallBeams';

const CHECKS = ['none', 'hold', 'approve'] as const;
type Check = (typeof CHECKS)[number];

export function QueueCard({ overlay }: { readonly overlay: OverlaySettings }) {
  const { t } = useWords();
  const [queue, change] = useOverlayGroup('queue', overlay);
  const [everySource, setEverySource] = useOverlayFlag('everySourceSounds', overlay);
  const numberField = (field: NumberName, unit: PageKey, min: number, max: number) => (
    <NumberField
      label={t(`queue.${field}`)}
      note={t(`queue.${field}-note`)}
      value={queue[field]}
      min={min}
      max={max}
      unit={t(unit)}
      onChange={(value) => change({ [field]: Math.round(value) })}
    />
  );
  return (
    <Card icon={ListOrdered} title={t('queue.title')}>
      {numberField('minimumBeams', 'field.beams-unit', 0, MOST_BEAMS)}
      <HoldAlerts queue={queue} change={change} />
      {numberField('behindMaxS', 'field.seconds', BEHIND_S.min, BEHIND_S.max)}
      {numberField('smallBeams', 'field.beams-unit', 0, MOST_BEAMS)}
      <Switch
        label={t('queue.everySourceSounds')}
        text={t('queue.everySourceSounds-note')}
        on={everySource}
        onChange={setEverySource}
      />
      <ActionProblem action="overlay.set#queue" />
      <ActionProblem action="overlay.set#everySourceSounds" />
    </Card>
  );
}

interface HoldAlertsProps {
  readonly queue: QueueSettings;
  readonly change: GroupSetting<'queue'>[1];
}

function HoldAlerts({ queue, change }: HoldAlertsProps) {
  const { t } = useWords();
  const check = checkOf(queue);
  return (
    <div className="stack">
      <ChoiceList
        label={t('queue.check')}
        choices={CHECKS.map((value) => ({ value, label: t(`queue.check-${value}`) }))}
        chosen={check}
        onChoose={(chosen) => change(withCheck(queue, chosen))}
      />
      <p className="entry-note">{t(`queue.check-${check}-note`)}</p>
      {check === 'hold' ? (
        <NumberField
          label={t('queue.holdS')}
          value={queue.holdS}
          min={1}
          max={MOST_HOLD_S}
          unit={t('field.seconds')}
          onChange={(value) => change({ holdS: Math.max(1, Math.round(value)) })}
        />
      ) : null}
    </div>
  );
}

function checkOf({ approve, holdS }: QueueSettings): Check {
  if (approve) return 'approve';
  return holdS > 0 ? 'hold' : 'none';
}

function withCheck({ holdS }: QueueSettings, check: Check): Partial<QueueSettings> {
  switch (check) {
    case 'none':
      return { approve: false, holdS: 0 };
    case 'hold':
      return { approve: false, holdS: holdS || FIRST_HOLD_S };
    case 'approve':
      return { approve: true };
  }
}
