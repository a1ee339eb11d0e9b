import { ListChecks, Play, SquareCheckBig, Timer, TimerReset, Trash2 } from 'lucide-react';
import { useState } from 'react';
import {
  VOTE_LABEL_MOST,
  VOTE_OPTIONS,
  VOTE_SECONDS,
  VOTE_TITLE_MOST,
  type VoteConfig,
} from '../../../shared/contract/vote.ts';
import { VOTE_WEIGHTS, VOTERS, type VoteView } from '../../../shared/overlay/show-views.ts';
import type { Words } from '../../i18n/dashboard.ts';
import { selectReachable, selectVote } from '../../stores/dashboard-store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { SelectField, Switch } from '../../ui/choices.tsx';
import { EntriesField, LineField, NumberField } from '../../ui/fields.tsx';
import { clockText } from '../../widgets/countdown.ts';
import { CoreButton } from '../action-button.tsx';
import { useDashboard, useNow, useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { FollowersNote } from '../show/followers-note.tsx';
import { QuietNote } from '../show/quiet-note.tsx';
import { SoundNote } from '../show/sound-note.tsx';
import { TryButton } from '../show/try-button.tsx';
import { WidgetNote } from '../show/widget-note.tsx';

const FIRST: VoteConfig = {
  title: '',
  options: [],
  voters: 'everyone',
  changeable: true,
  weight: 'equal',
  seconds: 120,
  announce: true,
};

const sampleVote = (t: Words['t']): VoteConfig => ({
  ...FIRST,
  title: t('sample-show.vote'),
  options: [t('sample-show.vote-1'), t('sample-show.vote-2'), t('sample-show.vote-3')],
  seconds: 60,
});

/** The vote that runs or ran last, and what begins the next one. */
export function VotePage() {
  const state = useSelect(selectVote);
  const reachable = useSelect(selectReachable);
  if (!state) return null;
  const { vote, last } = state;
  return (
    <div className="show-page columns" data-stale={!reachable}>
      <div className="flow">
        {vote ? <VoteCard vote={vote} /> : null}
        {vote && vote.endedAt === null ? null : (
          <NewVoteCard key={vote?.id ?? 0} last={last ?? FIRST} />
        )}
      </div>
      <div className="flow">
        <WidgetNote kind="vote" />
        <QuietNote />
        <SoundNote of="vote" />
      </div>
    </div>
  );
}

function VoteCard({ vote }: { readonly vote: VoteView }) {
  const { t, number } = useWords();
  const dashboard = useDashboard();
  const { options, voterCount, endedAt, endsAt, winners, weight } = vote;
  const all = options.reduce((sum, { votes }) => sum + votes, 0);
  const runs = endedAt === null;
  return (
    <Card
      icon={ListChecks}
      title={vote.title || t('vote.untitled')}
      aside={runs ? <RunningBadge endsAt={endsAt} /> : <Badge>{t('vote.ended')}</Badge>}
    >
      <ol className="vote-options">
        {options.map(({ label, votes }, at) => {
          const share = all === 0 ? 0 : votes / all;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: an option is its number
            <li key={at} data-won={winners.includes(at)}>
              <span className="vote-key">!{at + 1}</span>
              <span className="words vote-label">{label}</span>
              {winners.includes(at) ? (
                <Badge tone="accent">{t(winners.length > 1 ? 'vote.tied' : 'vote.won')}</Badge>
              ) : null}
              <span className="vote-count">{t('vote.votes', { count: votes })}</span>
              <strong className="vote-share">{number(Math.floor(share * 100))}%</strong>
              <span className="vote-bar" style={{ transform: `scaleX(${share})` }} />
            </li>
          );
        })}
      </ol>
      <p className="card-note" role="status">
        {t('vote.voters', { count: voterCount })}
        {weight === 'equal' ? null : ` · ${t(`vote.weighs-${weight}`)}`}
      </p>
      <div className="card-row">
        {runs ? (
          <>
            <CoreButton
              action="vote.end"
              variant="primary"
              icon={SquareCheckBig}
              onPress={() => void dashboard.ask('vote.end', {})}
            >
              {t('vote.end')}
            </CoreButton>
            {endsAt === null ? null : (
              <CoreButton
                action="vote.extend"
                icon={TimerReset}
                onPress={() => void dashboard.ask('vote.extend', { seconds: 60 })}
              >
                {t('vote.extend')}
              </CoreButton>
            )}
          </>
        ) : (
          <CoreButton
            action="vote.clear"
            icon={Trash2}
            onPress={() => void dashboard.ask('vote.clear', {})}
          >
            {t('vote.clear')}
          </CoreButton>
        )}
      </div>
      <ActionProblem action="vote.end" />
      <ActionProblem action="vote.extend" />
      <ActionProblem action="vote.clear" />
    </Card>
  );
}

function RunningBadge({ endsAt }: { readonly endsAt: number | null }) {
  const { t } = useWords();
  const now = useNow(1_000);
  const left = endsAt === null ? null : Math.max(0, Math.ceil((endsAt - now) / 1_000));
  return (
    <Badge tone="live" icon={Timer}>
      {left === null ? t('vote.running') : clockText(left)}
    </Badge>
  );
}

function NewVoteCard({ last }: { readonly last: VoteConfig }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const [vote, setVote] = useState(last);
  const set = (change: Partial<VoteConfig>) => setVote((now) => ({ ...now, ...change }));
  const { least, most } = VOTE_OPTIONS;
  return (
    <Card icon={ListChecks} title={t('vote.new')}>
      <p className="card-text">{t('vote.about')}</p>
      <LineField
        label={t('vote.question')}
        value={vote.title}
        max={VOTE_TITLE_MOST}
        placeholder={t('vote.question-example')}
        onChange={(title) => set({ title })}
      />
      <EntriesField
        label={t('vote.options')}
        note={t('vote.options-note', { least, most })}
        value={vote.options}
        max={VOTE_LABEL_MOST}
        most={most}
        rows={5}
        onChange={(options) => set({ options: [...options] })}
      />
      <SelectField
        label={t('vote.who')}
        choices={VOTERS.map((value) => ({ value, label: t(`vote.who-${value}`) }))}
        chosen={vote.voters}
        onChoose={(voters) => set({ voters })}
      />
      {vote.voters === 'followers' ? <FollowersNote /> : null}
      <Switch
        label={t('vote.limit')}
        on={vote.seconds !== null}
        onChange={(on) => set({ seconds: on ? 120 : null })}
      />
      {vote.seconds === null ? null : (
        <NumberField
          label={t('vote.seconds')}
          value={vote.seconds}
          min={VOTE_SECONDS.least}
          max={VOTE_SECONDS.most}
          unit={t('vote.seconds-unit')}
          onChange={(seconds) => set({ seconds: Math.round(seconds) })}
        />
      )}
      <Switch
        label={t('vote.changeable')}
        text={t('vote.changeable-text')}
        on={vote.changeable}
        onChange={(changeable) => set({ changeable })}
      />
      <Switch
        label={t('vote.announce')}
        text={t('vote.announce-text')}
        on={vote.announce}
        onChange={(announce) => set({ announce })}
      />
      <SelectField
        label={t('vote.weight')}
        note={t(`vote.weight-${vote.weight}-text`)}
        choices={VOTE_WEIGHTS.map((value) => ({ value, label: t(`vote.weight-${value}`) }))}
        chosen={vote.weight}
        onChoose={(weight) => set({ weight })}
      />
      <div className="card-row">
        <CoreButton
          action="vote.begin"
          variant="primary"
          icon={Play}
          disabled={vote.options.length < least}
          onPress={() => void dashboard.ask('vote.begin', vote)}
        >
          {t('vote.begin')}
        </CoreButton>
        <TryButton
          action="vote.begin"
          onPress={() => void dashboard.ask('vote.begin', sampleVote(t))}
        />
        {vote.options.length < least ? (
          <span className="card-note">{t('vote.options-few', { least })}</span>
        ) : null}
      </div>
      <ActionProblem action="vote.begin" />
    </Card>
  );
}
