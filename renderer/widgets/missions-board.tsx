import { Hourglass, Timer } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import type { ShowViews } from '../../shared/overlay/show-views.ts';
import { OneLine, orElse } from './alert-parts.tsx';
import { clockText, useSecondsLeft } from './countdown.ts';
import { useFittedSize } from './fitted-size.ts';
import { WidgetPanel } from './widget-panel.tsx';
import { useWords } from './widget-words.tsx';

type View = NonNullable<ShowViews['missions']>;
type Shown = View['missions'][number];

interface MissionsBoardProps {
  readonly missions: View;
  /** How far this page's clock is ahead of the core's, milliseconds. */
  readonly ahead: number;
  /** Whether it is visible: nothing ticks while it is hidden. */
  readonly visible: boolean;
}

const ROWS_MAX = 8;

/** Largest first. */
const SIZES = ['full', 'tight', 'six', 'four', 'two', 'one', 'line'] as const;

/** The missions that run and those that wait, with their beams. */
export function MissionsBoard({ missions: view, ahead, visible }: MissionsBoardProps): ReactNode {
  const { t, number } = useWords();
  const panel = useRef<HTMLElement>(null);
  useFittedSize(panel, SIZES);
  const { missions, counts, open, prefix, leastBeams } = view;
  const waiting = missions.filter(({ status }) => status === 'waiting').length;
  const how = t(prefix === '' ? 'missions.how' : 'missions.how-prefix', {
    count: leastBeams,
    n: number(leastBeams),
    prefix,
  });
  return (
    <WidgetPanel
      panel={panel}
      className="sl-missions"
      title={t('missions.title')}
      aside={waiting > 0 ? t('missions.waiting', { count: waiting, n: number(waiting) }) : null}
    >
      {missions.length === 0 ? null : (
        <ol className="sl-missions-list">
          {missions.slice(0, ROWS_MAX).map((mission) => (
            <MissionRow key={mission.id} mission={mission} ahead={ahead} visible={visible} />
          ))}
        </ol>
      )}
      <p className="sl-missions-foot">
        {open ? <span className="sl-missions-how">{how}</span> : null}
        {counts.success + counts.failed > 0 ? (
          <span className="sl-missions-counts">
            {t('missions.counts', { won: number(counts.success), lost: number(counts.failed) })}
          </span>
        ) : null}
      </p>
    </WidgetPanel>
  );
}

interface MissionRowProps extends Omit<MissionsBoardProps, 'missions'> {
  readonly mission: Shown;
}

function MissionRow({ mission, ahead, visible }: MissionRowProps): ReactNode {
  const { t, number } = useWords();
  const { text, name, beams, status, endsAt } = mission;
  const left = useSecondsLeft(endsAt === null ? null : endsAt + ahead, visible);
  const runs = status === 'running';
  const Icon = runs ? Timer : Hourglass;
  return (
    <li
      className="sl-mission"
      data-status={status}
      data-last={(left !== null && left <= 10) || undefined}
    >
      <Icon className="sl-mission-icon" aria-hidden="true" />
      <OneLine text={text} className="sl-mission-text" />
      <strong className="sl-mission-beams">
        {t('donation.amount', { count: beams, n: number(beams) })}
      </strong>
      <OneLine text={orElse(name, t('anonymous'))} className="sl-mission-name" />
      <span className="sl-mission-state">
        {left === null
          ? t(runs ? 'missions.running' : 'missions.next')
          : left === 0
            ? t('missions.up')
            : clockText(left)}
      </span>
    </li>
  );
}
