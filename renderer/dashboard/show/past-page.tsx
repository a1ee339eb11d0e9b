import { useInfiniteQuery } from '@tanstack/react-query';
import {
  Download,
  Gift,
  Hourglass,
  ListChecks,
  LoaderPinwheel,
  type LucideIcon,
  ScrollText,
  Target,
  Users,
} from 'lucide-react';
import type { ActivityOutcome, PastActivity } from '../../../shared/contract/show.ts';
import { assertNever } from '../../../shared/events.ts';
import { problemOfFailure } from '../../bridge/bridge-problems.ts';
import type { Words } from '../../i18n/dashboard.ts';
import { type DashboardState, selectReachable } from '../../stores/dashboard-store.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Empty } from '../../ui/empty.tsx';
import { CoreIconButton } from '../action-button.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { useDrawExport } from '../draw/proof-card.tsx';
import { ActionProblem, ProblemNote } from '../problems.tsx';
import { useLatest } from '../query.ts';
import { ExportedFile } from '../reports/export-card.tsx';

const ICONS: Readonly<Record<ActivityOutcome['kind'], LucideIcon>> = {
  vote: ListChecks,
  draw: Gift,
  players: Users,
  wheel: LoaderPinwheel,
  subathon: Hourglass,
  missions: Target,
};

/** Names of one row that are shown. */
const NAMES_MOST = 10;

/** Activities that are over, and how they came out. */
export function PastPage() {
  const { t } = useWords();
  const reachable = useSelect(selectReachable);
  const { rows, hasMore, isLoading, isEmpty, problem, more } = usePast();
  const { done, run } = useDrawExport();
  return (
    <div className="show-past" data-stale={!reachable}>
      <Card icon={ScrollText} title={t('show.past')}>
        <p className="card-text">{t('show.past-about')}</p>
        <ProblemNote problem={problem} />
        {isEmpty ? (
          <Empty icon={ScrollText} title={t('show.past-none')} text={t('show.past-none-text')} />
        ) : null}
        <ol className="lined-rows show-rows" aria-label={t('show.past')} aria-busy={isLoading}>
          {rows.map((row) => (
            <PastRow key={row.id} row={row} onExport={() => void run(row.id)} />
          ))}
        </ol>
        <ActionProblem action="draw.export" />
        {done ? <ExportedFile title={t('draw.exported')} {...done} /> : null}
        {hasMore ? (
          <Button busy={isLoading} onPress={more}>
            {t('show.past-more')}
          </Button>
        ) : null}
      </Card>
    </div>
  );
}

interface RowProps {
  readonly row: PastActivity;
  readonly onExport: () => void;
}

function PastRow({ row: { beganAt, endedAt, outcome }, onExport }: RowProps) {
  const words = useWords();
  const { t, dateTime, duration, number } = words;
  const { kind } = outcome;
  const Icon = ICONS[kind];
  const title = ('title' in outcome && outcome.title) || t(`part.${kind}`);
  return (
    <li>
      <Icon size={16} aria-hidden />
      <span className="words">
        <strong>{title}</strong>
        <span>{outcomeText(outcome, words)}</span>
        {kind === 'vote' && outcome.voters > 0 ? (
          <span className="card-note">
            {outcome.options.map(({ label, votes }) => `${label} ${number(votes)}`).join(' · ')}
          </span>
        ) : null}
        <span className="card-note">
          {t(`part.${kind}`)} ·{' '}
          <time dateTime={new Date(endedAt).toISOString()}>{dateTime(endedAt)}</time> ·{' '}
          {duration(Math.max(0, endedAt - beganAt))}
        </span>
      </span>
      {kind === 'draw' && outcome.entrants > 0 ? (
        <CoreIconButton
          action="draw.export"
          icon={Download}
          label={t('show.past-export', { title, when: dateTime(endedAt) })}
          onPress={onExport}
        />
      ) : null}
    </li>
  );
}

function outcomeText(outcome: ActivityOutcome, { t, duration }: Words): string {
  switch (outcome.kind) {
    case 'vote': {
      const { options, winners, voters } = outcome;
      const key = winners.length > 1 ? 'tie' : 'won';
      if (winners.length === 0) return t('show.past-vote-nobody');
      const names = winners.map((at) => options[at]?.label ?? '').join(', ');
      return t(`show.past-vote-${key}`, { names, count: voters });
    }
    case 'draw': {
      const { winners, entrants } = outcome;
      if (winners.length === 0) return t('show.past-draw-nobody', { count: entrants });
      const names = winners.slice(0, NAMES_MOST).map((name) => name || t('draw.unnamed'));
      const more = winners.length > NAMES_MOST ? ' …' : '';
      return t('show.past-draw-won', { names: `${names.join(', ')}${more}`, count: entrants });
    }
    case 'players':
      return t('show.past-players', { count: outcome.turns });
    case 'wheel':
      return t('show.past-wheel', { count: outcome.spins });
    case 'subathon':
      return t(`show.past-subathon-${outcome.addedMs < 0 ? 'taken' : 'added'}`, {
        time: duration(Math.abs(outcome.addedMs)),
      });
    case 'missions':
      return t('show.past-missions', { success: outcome.success, failed: outcome.failed });
    default:
      return assertNever(outcome);
  }
}

/** Changes when an activity begins or ends: then the list is read again. */
function selectTurns({ vote, draw, players, wheel, subathon, missions }: DashboardState): string {
  return JSON.stringify([
    [vote?.vote?.id, vote?.vote?.endedAt],
    [draw?.draw?.id, draw?.draw?.endedAt, draw?.draw?.drawn],
    players?.desk?.id,
    [wheel?.wheel?.id, wheel?.wheel?.endedAt],
    [subathon?.clock?.id, subathon?.clock?.endedAt],
    missions?.board === null,
  ]);
}

function usePast() {
  const dashboard = useDashboard();
  const reachable = useSelect(selectReachable);
  const turns = useSelect(selectTurns);
  const { data, error, isFetching, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['show', 'show.past', turns],
    initialPageParam: null as number | null,
    queryFn: ({ pageParam }) => dashboard.read('show.past', { before: pageParam }),
    getNextPageParam: ({ next }) => next,
    enabled: reachable,
  });
  const pages = useLatest(data?.pages);
  const rows = pages?.flatMap((page) => page.rows) ?? [];
  return {
    rows,
    hasMore: hasNextPage,
    isLoading: isFetching,
    isEmpty: pages !== undefined && rows.length === 0 && !hasNextPage,
    problem: error && !isFetching ? problemOfFailure(error) : null,
    more: () => void fetchNextPage(),
  };
}
