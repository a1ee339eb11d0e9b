import { Flag, Minus, Pause, Play, Plus, Sparkles, Timer, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import {
  SUBATHON_HAPPY_MINUTES,
  SUBATHON_LIMIT_HOURS,
  SUBATHON_START_MINUTES,
  type SubathonView,
} from '../../../shared/contract/subathon.ts';
import { endsAt, isOut, leftAt } from '../../../shared/overlay/subathon-clock.ts';
import { selectReachable } from '../../stores/dashboard-store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { NumberField, Segments } from '../../ui/fields.tsx';
import { OpenNumberField } from '../../ui/open-number-field.tsx';
import { clockText } from '../../widgets/countdown.ts';
import { ActionDialog, CoreButton } from '../action-button.tsx';
import { useDashboard, useNow, useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';

interface ClockProps {
  readonly clock: SubathonView;
}

const HOUR_MS = 3_600_000;
const SPEEDS = [50, 75, 100, 150, 200] as const;
const FACTORS = [150, 200, 300, 500] as const;

/** The time that is left, and all that the streamer may do to it. */
export function SubathonClockCard({ clock }: ClockProps) {
  const { t, moment } = useWords();
  const dashboard = useDashboard();
  const now = useNow(500);
  const { time, endedAt } = clock;
  const left = Math.ceil(leftAt(time, now) / 1_000);
  const runs = endedAt === null;
  const out = runs && isOut(time, now);
  const end = out || !runs ? null : endsAt(time);
  return (
    <Card
      icon={Timer}
      title={clock.title || t('subathon.untitled')}
      aside={<State clock={clock} />}
    >
      <p className="subathon-left" role="timer" data-stands={time.paused}>
        {clockText(left)}
      </p>
      {end === null ? null : (
        <p className="card-note">{t('subathon.ends-at', { moment: moment(end, now) })}</p>
      )}
      {out ? (
        <Callout
          tone="warn"
          role="status"
          title={t('subathon.out')}
          text={t('subathon.out-text')}
        />
      ) : null}
      {runs ? (
        <>
          <div className="card-row">
            <CoreButton
              action="subathon.pause"
              variant="primary"
              icon={time.paused ? Play : Pause}
              disabled={out}
              onPress={() => void dashboard.ask('subathon.pause', { paused: !time.paused })}
            >
              {t(time.paused ? 'subathon.resume' : 'subathon.pause')}
            </CoreButton>
            <FinishButton />
          </div>
          <div className="subathon-parts">
            <HandPart />
            <SpeedPart clock={clock} />
            <HappyPart clock={clock} now={now} />
            <LimitPart key={time.endBy} clock={clock} />
          </div>
        </>
      ) : (
        <div className="card-row">
          <CoreButton
            action="subathon.clear"
            icon={Trash2}
            onPress={() => void dashboard.ask('subathon.clear', {})}
          >
            {t('subathon.clear')}
          </CoreButton>
        </div>
      )}
      <ActionProblem action="subathon.pause" />
      <ActionProblem action="subathon.clear" />
    </Card>
  );
}

function FinishButton() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const [asked, setAsked] = useState(false);
  const finish = async () => {
    if (await dashboard.ask('subathon.finish', {})) setAsked(false);
  };
  return (
    <>
      <CoreButton icon={Flag} onPress={() => setAsked(true)}>
        {t('subathon.finish')}
      </CoreButton>
      {asked ? (
        <ActionDialog
          action="subathon.finish"
          title={t('subathon.finish-title')}
          text={t('subathon.finish-text')}
          confirm={t('subathon.finish')}
          cancel={t('subathon.cancel')}
          icon={Flag}
          onConfirm={() => void finish()}
          onClose={() => setAsked(false)}
        />
      ) : null}
    </>
  );
}

function State({ clock: { time, endedAt } }: ClockProps) {
  const { t } = useWords();
  const now = useNow(1_000);
  if (endedAt !== null) return <Badge>{t('subathon.finished')}</Badge>;
  if (isOut(time, now)) return <Badge tone="warn">{t('subathon.out')}</Badge>;
  return time.paused ? (
    <Badge icon={Pause}>{t('subathon.paused')}</Badge>
  ) : (
    <Badge tone="live" icon={Timer}>
      {t('subathon.running')}
    </Badge>
  );
}

/** Minutes added or taken by hand. */
function HandPart() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const [minutes, setMinutes] = useState(5);
  const add = (sign: 1 | -1) =>
    void dashboard.ask('subathon.add', { seconds: sign * Math.round(minutes * 60) });
  return (
    <div className="subathon-part">
      <NumberField
        label={t('subathon.by-hand')}
        note={t('subathon.by-hand-text')}
        value={minutes}
        min={0.5}
        max={SUBATHON_START_MINUTES.most}
        step={0.5}
        unit={t('subathon.minutes-unit')}
        onChange={setMinutes}
      />
      <div className="card-row">
        <CoreButton action="subathon.add" icon={Plus} onPress={() => add(1)}>
          {t('subathon.add')}
        </CoreButton>
        <CoreButton action="subathon.add" icon={Minus} onPress={() => add(-1)}>
          {t('subathon.take')}
        </CoreButton>
      </div>
      <ActionProblem action="subathon.add" />
    </div>
  );
}

function SpeedPart({ clock }: ClockProps) {
  const { t, number } = useWords();
  const dashboard = useDashboard();
  const reachable = useSelect(selectReachable);
  return (
    <div className="subathon-part">
      <h3>{t('subathon.speed')}</h3>
      <Segments
        label={t('subathon.speed')}
        choices={SPEEDS.map((percent) => ({
          value: String(percent),
          label: t('subathon.times', { factor: number(percent / 100) }),
        }))}
        chosen={String(clock.time.speed)}
        onChoose={(percent) => {
          if (reachable) void dashboard.ask('subathon.set-speed', { percent: Number(percent) });
        }}
      />
      <p className="card-note">{t('subathon.speed-text')}</p>
      <ActionProblem action="subathon.set-speed" />
    </div>
  );
}

function HappyPart({ clock, now }: ClockProps & { readonly now: number }) {
  const { t, number } = useWords();
  const dashboard = useDashboard();
  const [factor, setFactor] = useState('200');
  const [minutes, setMinutes] = useState(30);
  const { happy } = clock;
  const times = (percent: number) => t('subathon.times', { factor: number(percent / 100) });
  const { least, most } = SUBATHON_HAPPY_MINUTES;
  return (
    <div className="subathon-part">
      <h3>{t('subathon.happy')}</h3>
      <p className="card-note">{t('subathon.happy-text')}</p>
      {happy && happy.until > now ? (
        <div className="card-row">
          <Badge tone="accent" icon={Sparkles}>
            {times(happy.factor)} · {clockText(Math.ceil((happy.until - now) / 1_000))}
          </Badge>
          <CoreButton
            action="subathon.set-happy"
            icon={X}
            onPress={() => void dashboard.ask('subathon.set-happy', { happy: null })}
          >
            {t('subathon.happy-end')}
          </CoreButton>
        </div>
      ) : (
        <>
          <Segments
            label={t('subathon.happy-factor')}
            choices={FACTORS.map((value) => ({ value: String(value), label: times(value) }))}
            chosen={factor}
            onChoose={setFactor}
          />
          <NumberField
            label={t('subathon.happy-minutes')}
            value={minutes}
            min={least}
            max={most}
            unit={t('subathon.minutes-unit')}
            onChange={(value) => setMinutes(Math.round(value))}
          />
          <CoreButton
            action="subathon.set-happy"
            icon={Sparkles}
            onPress={() =>
              void dashboard.ask('subathon.set-happy', {
                happy: { factor: Number(factor), minutes },
              })
            }
          >
            {t('subathon.happy-begin')}
          </CoreButton>
        </>
      )}
      <ActionProblem action="subathon.set-happy" />
    </div>
  );
}

function LimitPart({ clock: { beganAt, time } }: ClockProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const set = time.endBy === null ? null : Math.round((time.endBy - beganAt) / HOUR_MS);
  const [hours, setHours] = useState(set);
  return (
    <div className="subathon-part">
      <OpenNumberField
        label={t('subathon.limit')}
        note={t('subathon.limit-text')}
        placeholder={t('subathon.no-limit')}
        value={hours}
        min={SUBATHON_LIMIT_HOURS.least}
        max={SUBATHON_LIMIT_HOURS.most}
        unit={t('subathon.hours-unit')}
        onChange={setHours}
      />
      <CoreButton
        action="subathon.set-limit"
        disabled={hours === set}
        onPress={() => void dashboard.ask('subathon.set-limit', { limitHours: hours })}
      >
        {t('subathon.limit-set')}
      </CoreButton>
      <ActionProblem action="subathon.set-limit" />
    </div>
  );
}
