import {
  ArrowRight,
  Check,
  CircleStop,
  DoorClosed,
  Sparkles,
  Ticket,
  Timer,
  Trash2,
  X,
} from 'lucide-react';
import {
  DRAW_ENTRANTS_MOST,
  type DrawnView,
  type DrawPhase,
  type DrawView,
} from '../../../shared/contract/draw.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { clockText } from '../../widgets/countdown.ts';
import { CoreButton } from '../action-button.tsx';
import { useDashboard, useNow, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';

/** How a draw stands, and what can be done with it now. */
export function DrawCard({ draw }: { readonly draw: DrawView }) {
  const { t } = useWords();
  const { phase, entrantCount, drawn } = draw;
  return (
    <Card icon={Ticket} title={draw.title || t('draw.untitled')} aside={<PhaseBadge draw={draw} />}>
      <p className="draw-count" role="status">
        <strong>{t('draw.entrants', { count: entrantCount })}</strong>
        <span className="card-note">
          {`${entryText(draw, t)} · ${t('draw.wins', { count: draw.winners })}`}
          {draw.subscribersOnly ? ` · ${t('draw.subscribers')}` : null}
        </span>
      </p>
      {draw.full ? (
        <p className="card-note">{t('draw.full', { most: DRAW_ENTRANTS_MOST })}</p>
      ) : null}
      {drawn.length === 0 && phase !== 'over' ? <Newest names={draw.names} /> : null}
      {drawn.length > 0 ? <Drawn draw={draw} /> : null}
      {phase === 'over' ? <Outcome drawn={drawn} /> : null}
      <div className="card-row">
        <Steps draw={draw} />
      </div>
      <ActionProblem action="draw.draw" />
      <ActionProblem action="draw.close" />
      <ActionProblem action="draw.end" />
      <ActionProblem action="draw.clear" />
    </Card>
  );
}

type Words = ReturnType<typeof useWords>;

function entryText({ entry }: DrawView, t: Words['t']): string {
  return t(`draw.enter-${entry.by}`, {
    keyword: entry.by === 'keyword' ? entry.keyword : '',
    beams: entry.by === 'donation' ? entry.beams : 0,
  });
}

const TONES: Readonly<Record<DrawPhase, Tone>> = {
  open: 'live',
  closed: 'warn',
  drawing: 'accent',
  waiting: 'accent',
  over: 'neutral',
};

function PhaseBadge({ draw: { phase, closesAt, drawn } }: { readonly draw: DrawView }) {
  const { t } = useWords();
  if (phase === 'open' && closesAt !== null) return <ClockBadge tone="live" at={closesAt} />;
  const calledOff = phase === 'over' && drawn.length === 0;
  return <Badge tone={TONES[phase]}>{t(calledOff ? 'draw.called-off' : `draw.${phase}`)}</Badge>;
}

function ClockBadge({ tone, at }: { readonly tone: Tone; readonly at: number }) {
  const left = Math.max(0, Math.ceil((at - useNow(1_000)) / 1_000));
  return (
    <Badge tone={tone} icon={Timer}>
      {clockText(left)}
    </Badge>
  );
}

function Newest({ names }: { readonly names: readonly string[] }) {
  const { t } = useWords();
  if (names.length === 0) return null;
  return (
    <section className="stack" aria-label={t('draw.newest')}>
      <p className="card-note">{t('draw.newest')}</p>
      <ul className="draw-newest">
        {names.map((name, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat
          <li key={at} dir="auto">
            {name || t('draw.unnamed')}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Drawn({ draw }: { readonly draw: DrawView }) {
  const { t } = useWords();
  return (
    <section className="stack" aria-label={t('draw.drawn')}>
      <ol className="draw-drawn">
        {draw.drawn.map((one) => (
          <DrawnRow key={one.entrant} one={one} byHand={draw.answerSeconds === null} />
        ))}
      </ol>
      <ActionProblem action="draw.confirm" />
      <ActionProblem action="draw.next" />
    </section>
  );
}

const STATE_TONES: Readonly<Record<DrawnView['state'], Tone>> = {
  waiting: 'accent',
  won: 'live',
  missed: 'neutral',
};

interface DrawnRowProps {
  readonly one: DrawnView;
  /** There is no clock: the streamer passes on. */
  readonly byHand: boolean;
}

function DrawnRow({ one, byHand }: DrawnRowProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const { entrant, name, state, until } = one;
  return (
    <li data-state={state}>
      <span className="draw-number">{t('draw.number', { n: entrant })}</span>
      <strong className="words draw-name">{name || t('draw.unnamed')}</strong>
      {until !== null && state === 'waiting' ? (
        <ClockBadge tone="accent" at={until} />
      ) : (
        <Badge tone={STATE_TONES[state]}>{t(`draw.state-${state}`)}</Badge>
      )}
      {state === 'waiting' ? (
        <span className="card-row draw-answers">
          <CoreButton icon={Check} onPress={() => void dashboard.ask('draw.confirm', { entrant })}>
            {t('draw.confirm')}
          </CoreButton>
          {byHand ? (
            <CoreButton
              icon={ArrowRight}
              onPress={() => void dashboard.ask('draw.next', { entrant })}
            >
              {t('draw.next')}
            </CoreButton>
          ) : null}
        </span>
      ) : null}
    </li>
  );
}

function Outcome({ drawn }: Pick<DrawView, 'drawn'>) {
  const { t } = useWords();
  if (drawn.length === 0) return <p className="card-note">{t('draw.nobody-drawn')}</p>;
  if (drawn.some(({ state }) => state === 'won')) return null;
  return <p className="card-note">{t('draw.nobody-won')}</p>;
}

/** What comes next. */
function Steps({ draw: { phase, entrantCount, cleared } }: { readonly draw: DrawView }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  if (phase === 'drawing') return null;
  if (phase === 'over') {
    return cleared ? null : (
      <CoreButton
        action="draw.clear"
        icon={Trash2}
        onPress={() => void dashboard.ask('draw.clear', {})}
      >
        {t('draw.clear')}
      </CoreButton>
    );
  }
  if (phase === 'waiting') {
    return (
      <CoreButton
        action="draw.end"
        icon={CircleStop}
        onPress={() => void dashboard.ask('draw.end', {})}
      >
        {t('draw.end')}
      </CoreButton>
    );
  }
  return (
    <>
      <CoreButton
        action="draw.draw"
        variant="primary"
        icon={Sparkles}
        disabled={entrantCount === 0}
        onPress={() => void dashboard.ask('draw.draw', {})}
      >
        {t('draw.draw')}
      </CoreButton>
      {phase === 'open' ? (
        <CoreButton
          action="draw.close"
          icon={DoorClosed}
          onPress={() => void dashboard.ask('draw.close', {})}
        >
          {t('draw.close')}
        </CoreButton>
      ) : null}
      <CoreButton action="draw.end" icon={X} onPress={() => void dashboard.ask('draw.end', {})}>
        {t('draw.call-off')}
      </CoreButton>
    </>
  );
}
