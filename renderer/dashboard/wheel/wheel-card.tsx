import { CircleStop, LoaderPinwheel, Play, Trash2 } from 'lucide-react';
import { memo } from 'react';
import {
  WHEEL_WAITING_MOST,
  type WheelSection,
  type WheelView,
} from '../../../shared/contract/wheel.ts';
import { chanceText } from '../../../shared/overlay/wheel-chance.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { CoreButton } from '../action-button.tsx';
import { useDashboard, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';

interface WheelCardProps {
  readonly wheel: WheelView;
  readonly sections: readonly WheelSection[];
  readonly missed: number;
}

/** The wheel with its chances, where it stopped, and what can be done with it. */
export function WheelCard({ wheel, sections, missed }: WheelCardProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const { title, turn, weight, waiting } = wheel;
  const turns = turn !== null && turn.result === null;
  const isBusy = turns || waiting > 0;
  return (
    <Card
      icon={LoaderPinwheel}
      title={title || t('wheel.untitled')}
      aside={
        <Badge tone={turns ? 'accent' : 'live'}>{t(turns ? 'wheel.turning' : 'wheel.ready')}</Badge>
      }
    >
      <p className="wheel-result" role="status">
        {turn?.result ? (
          <>
            <span className="card-note">{t('wheel.result')}</span>
            <strong dir="auto">{turn.result.name}</strong>
          </>
        ) : (
          <span className="card-note">{t(turns ? 'wheel.turning-text' : 'wheel.ready-text')}</span>
        )}
      </p>
      <Chances sections={sections} weight={weight} />
      <div className="card-row">
        <CoreButton
          action="wheel.spin"
          variant="primary"
          icon={Play}
          disabled={isBusy}
          onPress={() => void dashboard.ask('wheel.spin', {})}
        >
          {t('wheel.spin')}
        </CoreButton>
        <CoreButton
          action="wheel.end"
          icon={CircleStop}
          disabled={isBusy}
          onPress={() => void dashboard.ask('wheel.end', {})}
        >
          {t('wheel.end')}
        </CoreButton>
      </div>
      <ActionProblem action="wheel.spin" />
      <ActionProblem action="wheel.end" />
      {waiting > 0 ? (
        <div className="card-row">
          <span className="card-note">{t('wheel.waiting', { count: waiting })}</span>
          <CoreButton
            action="wheel.drop"
            icon={Trash2}
            onPress={() => void dashboard.ask('wheel.drop', {})}
          >
            {t('wheel.drop')}
          </CoreButton>
        </div>
      ) : null}
      <ActionProblem action="wheel.drop" />
      {missed > 0 ? (
        <p className="card-note">
          {t('wheel.missed', { count: missed, most: WHEEL_WAITING_MOST })}
        </p>
      ) : null}
    </Card>
  );
}

interface ChancesProps {
  readonly sections: readonly WheelSection[];
  readonly weight: number;
}

const Chances = memo(function Chances({ sections, weight }: ChancesProps) {
  const { t, number } = useWords();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is scrolled by keys
    <ul className="wheel-chances scroll-rows" aria-label={t('wheel.chances')} tabIndex={0}>
      {sections.map(({ name, weight: own }) => (
        <li key={name}>
          <span className="words" dir="auto">
            {name}
          </span>
          <strong>{chanceText(own, weight, number)}</strong>
        </li>
      ))}
    </ul>
  );
});
