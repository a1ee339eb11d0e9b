import { useInfiniteQuery } from '@tanstack/react-query';
import { Copy, X } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { CommandResult } from '../../../shared/contract/index.ts';
import type { ViewerCursor } from '../../../shared/contract/live.ts';
import type { StageEvent } from '../../../shared/events.ts';
import type { ExactSum } from '../../../shared/exact-sum.ts';
import type { Language } from '../../../shared/locales/index.ts';
import { formatMoneySum } from '../../../shared/money.ts';
import { problemOfFailure } from '../../bridge/bridge-problems.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { useModal } from '../../ui/dialog.tsx';
import { useDashboard, useNow, usePage, useWords } from '../context.ts';
import { ProblemCallout } from '../problems.tsx';
import { EventBody, KIND_ICONS, ViewerName } from './event-body.tsx';
import { type Viewer, ViewerActions } from './viewer-actions.tsx';

interface ViewerCardProps {
  readonly viewer: Viewer;
  readonly onClose: () => void;
}

export function ViewerCard({ viewer, onClose }: ViewerCardProps) {
  const { t } = useWords();
  const modal = useModal(onClose);
  const id = useId();
  const { facts, history, more, problem, retry } = useViewer(viewer.channelId);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself
    <dialog
      {...modal}
      className="viewer-card"
      aria-labelledby={`${id}name`}
      onClick={(event) => {
        // A click beside the card hits the dialog's own backdrop.
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className="viewer-inner">
        <header className="viewer-head line">
          <h2 id={`${id}name`}>
            <span className="only-heard">{t('live.card')} </span>
            <ViewerName
              name={viewer.name ?? ''}
              badges={viewer.badges}
              role={facts?.role ?? 'viewer'}
            />
          </h2>
          <IconButton icon={X} label={t('live.card-close')} onPress={onClose} />
        </header>
        <ChannelId channelId={viewer.channelId} />
        <ViewerActions viewer={viewer} />
        {problem ? (
          <ProblemCallout
            problem={problem}
            aside={<Button onPress={retry}>{t('live.card-retry')}</Button>}
          />
        ) : null}
        {facts ? <ViewerSums facts={facts} /> : null}
        <ViewerHistory history={history} more={more} loading={!problem && !facts} />
      </div>
    </dialog>
  );
}

function ChannelId({ channelId }: { readonly channelId: string }) {
  const { t } = useWords();
  const { host } = usePage();
  const [copied, setCopied] = useState(false);
  return (
    <p className="viewer-id card-row">
      <code>{channelId}</code>
      <IconButton
        icon={Copy}
        label={t('live.card-copy-id')}
        onPress={() => void host.copyText(channelId).then(setCopied)}
      />
      <span role="status" className="viewer-said">
        {copied ? t('live.card-copied') : ''}
      </span>
    </p>
  );
}

interface ViewerHistoryProps extends Pick<ReturnType<typeof useViewer>, 'history' | 'more'> {
  readonly loading: boolean;
}

function ViewerHistory({ history, more, loading }: ViewerHistoryProps) {
  const { t } = useWords();
  return (
    <section className="viewer-history stack">
      <h3>{t('live.card-history')}</h3>
      <p className="card-note">{t('live.card-history-note')}</p>
      {loading ? <p role="status">{t('live.card-loading')}</p> : null}
      {!loading && history.length === 0 ? (
        <p className="viewer-none">{t('live.card-no-history')}</p>
      ) : null}
      <ol className="viewer-list rows">
        {history.map((event) => (
          <HistoryRow key={event.seq} event={event} />
        ))}
      </ol>
      {more ? <Button onPress={more}>{t('live.card-more')}</Button> : null}
    </section>
  );
}

function HistoryRow({ event }: { readonly event: StageEvent }) {
  const { t, moment, dateTime } = useWords();
  const now = useNow(60_000);
  const { kind, receivedAt } = event;
  const Icon = KIND_ICONS[kind];
  return (
    <li className="event" data-kind={kind}>
      <span className="event-kind" title={t(`kind.${kind}`)}>
        <Icon size={14} aria-hidden />
        <span className="only-heard">{t(`kind.${kind}`)}</span>
      </span>
      <div className="event-body">
        <EventBody event={event} />
      </div>
      <time
        className="event-end line"
        dateTime={new Date(receivedAt).toISOString()}
        title={dateTime(receivedAt)}
      >
        {moment(receivedAt, now)}
      </time>
    </li>
  );
}

/** A viewer's totals. Beams, cheering beams, and money are separate. */
function ViewerSums({ facts }: { readonly facts: ViewerFacts }) {
  const { t, number, beams, moment, dateTime, language } = useWords();
  const now = useNow(60_000);
  const { sums, firstAt, lastAt, subscription } = facts;
  const when = (at: number | null) =>
    at === null ? t('live.card-never') : <span title={dateTime(at)}>{moment(at, now)}</span>;
  return (
    <dl className="viewer-sums">
      <Fact name={t('live.card-first')}>{when(firstAt)}</Fact>
      <Fact name={t('live.card-last')}>{when(lastAt)}</Fact>
      <Fact name={t('live.card-messages')}>
        {t('live.card-messages-value', { count: sums.messages })}
      </Fact>
      <Fact name={t('live.card-subscription')}>
        {subscription?.month && subscription.tierNo !== null
          ? t('live.card-subscription-value', {
              month: subscription.month,
              tier: subscription.tierNo,
            })
          : t('live.card-subscription-count', { count: sums.subscriptions })}
      </Fact>
      <Fact name={t('live.card-beams')} money>
        {beams(sums.donationBeams)}
      </Fact>
      <Fact name={t('live.card-cheering')} money>
        {beams(sums.cheeringBeams)}
      </Fact>
      <Fact name={t('live.card-shop')} money>
        {shopWords(sums.shop, language) ?? number(0)}
      </Fact>
    </dl>
  );
}

interface FactProps {
  readonly name: string;
  readonly money?: boolean;
  readonly children: ReactNode;
}

function Fact({ name, money = false, children }: FactProps) {
  return (
    <div className={money ? 'viewer-fact tone-money' : 'viewer-fact'}>
      <dt className="card-note">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

type ViewerFacts = CommandResult<'live.viewer'>;

const PAGE = 50;

function useViewer(channelId: string) {
  const dashboard = useDashboard();
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: ['live.viewer', channelId],
    initialPageParam: null as ViewerCursor | null,
    // The first page identifies the viewer too: both are shown together or not at all.
    queryFn: async ({ pageParam: before }) => {
      const [facts, page] = await Promise.all([
        before === null ? dashboard.read('live.viewer', { channelId }) : null,
        dashboard.read('live.viewer-history', { channelId, limit: PAGE, before }),
      ]);
      return { facts, ...page };
    },
    getNextPageParam: ({ next }) => next,
  });
  return {
    facts: data?.pages[0]?.facts ?? null,
    /** Newest first; the part read so far. */
    history: data?.pages.flatMap(({ events }) => events) ?? [],
    /** Reads older events; null at the end or while they are being read. */
    more: hasNextPage && !isFetching ? () => void fetchNextPage() : null,
    problem: error && !isFetching ? problemOfFailure(error) : null,
    retry: () => void refetch(),
  };
}

/** Sums by currency (smallest units), listed and never added; null if there are none. */
export function shopWords(
  shop: Readonly<Record<string, ExactSum>>,
  language: Language,
): string | null {
  const sums = Object.entries(shop)
    .filter(([, minor]) => minor !== 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, minor]) => formatMoneySum(minor, currency, language));
  return sums.length === 0 ? null : sums.join(' · ');
}
