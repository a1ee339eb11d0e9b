import { Check, type LucideIcon, Pause, Play, Timer, Trophy, Undo2, X } from 'lucide-react';
import { useState } from 'react';
import {
  MISSION_MINUTES,
  type Mission,
  type MissionStatus,
} from '../../../shared/contract/missions.ts';
import { Badge } from '../../ui/badge.tsx';
import { OpenNumberField } from '../../ui/open-number-field.tsx';
import { clockText } from '../../widgets/countdown.ts';
import { CoreButton } from '../action-button.tsx';
import { useDashboard, useNow, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';

interface MissionListProps {
  readonly label: string;
  readonly missions: readonly Mission[];
}

/** Missions, with what the streamer may make of each. */
export function MissionList({ label, missions }: MissionListProps) {
  return (
    <ul className="missions-list" aria-label={label}>
      {missions.map((mission) => (
        <MissionItem key={mission.id} mission={mission} />
      ))}
    </ul>
  );
}

type Target = Exclude<MissionStatus, 'proposed'>;

interface Move {
  readonly to: Target;
  readonly text: 'accept' | 'decline' | 'start' | 'wait' | 'succeed' | 'fail' | 'back';
  readonly icon: LucideIcon;
  readonly primary?: true;
}

const MOVES: Readonly<Record<MissionStatus, readonly Move[]>> = {
  proposed: [
    { to: 'waiting', text: 'accept', icon: Check, primary: true },
    { to: 'declined', text: 'decline', icon: X },
  ],
  waiting: [
    { to: 'running', text: 'start', icon: Play, primary: true },
    { to: 'declined', text: 'decline', icon: X },
  ],
  running: [
    { to: 'success', text: 'succeed', icon: Trophy, primary: true },
    { to: 'failed', text: 'fail', icon: X },
    { to: 'waiting', text: 'wait', icon: Pause },
  ],
  success: [{ to: 'running', text: 'back', icon: Undo2 }],
  failed: [{ to: 'running', text: 'back', icon: Undo2 }],
  declined: [{ to: 'waiting', text: 'accept', icon: Check }],
};

function MissionItem({ mission }: { readonly mission: Mission }) {
  const { t, number } = useWords();
  const dashboard = useDashboard();
  const [minutes, setMinutes] = useState<number | null>(null);
  const { id, name, beams, text, status } = mission;
  const words = text || t('missions.erased');
  const move = (to: Target) =>
    void dashboard.ask('missions.move', { id, to, minutes: to === 'running' ? minutes : null }, id);
  return (
    <li>
      <div className="mission-head">
        <span className="words mission-text">{words}</span>
        <strong className="mission-beams">
          {t('missions.beams', { n: number(beams), count: beams })}
        </strong>
        <span className="card-note words">{name ?? t('missions.anonymous')}</span>
        <Status mission={mission} />
      </div>
      <div className="card-row mission-moves">
        {status === 'waiting' ? (
          <OpenNumberField
            label={t('missions.clock')}
            placeholder={t('missions.no-clock')}
            value={minutes}
            min={MISSION_MINUTES.least}
            max={MISSION_MINUTES.most}
            unit={t('missions.minutes-unit')}
            onChange={setMinutes}
          />
        ) : null}
        {MOVES[status].map(({ to, text: key, icon, primary }) => (
          <CoreButton
            key={to}
            action={`missions.move#${id}`}
            variant={primary ? 'primary' : 'plain'}
            icon={icon}
            label={`${t(`missions.${key}`)}: ${words}`}
            onPress={() => move(to)}
          >
            {t(`missions.${key}`)}
          </CoreButton>
        ))}
      </div>
      <ActionProblem action={`missions.move#${id}`} />
    </li>
  );
}

function Status({ mission: { status, endsAt } }: { readonly mission: Mission }) {
  const { t } = useWords();
  const now = useNow(1_000);
  const left = endsAt === null ? null : Math.max(0, Math.ceil((endsAt - now) / 1_000));
  switch (status) {
    case 'running':
      return (
        <Badge tone={left === 0 ? 'warn' : 'live'} icon={Timer}>
          {left === null ? t('missions.running') : left === 0 ? t('missions.up') : clockText(left)}
        </Badge>
      );
    case 'success':
      return <Badge tone="accent">{t('missions.success')}</Badge>;
    case 'proposed':
      return null;
    default:
      return <Badge>{t(`missions.${status}`)}</Badge>;
  }
}
