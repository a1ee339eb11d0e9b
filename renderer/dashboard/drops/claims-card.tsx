import { useQuery } from '@tanstack/react-query';
import {
  ArchiveRestore,
  ArrowLeft,
  ArrowRight,
  CloudDownload,
  Eye,
  EyeOff,
  ReceiptText,
  TriangleAlert,
} from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { DropsClaim, DropsState } from '../../../shared/contract/drops.ts';
import { selectReachable } from '../../stores/dashboard-store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, goToCard } from '../../ui/card.tsx';
import { CoreButton, CoreIconButton } from '../action-button.tsx';
import { useDashboard, usePage, usePending, useSelect, useWords } from '../context.ts';
import { useSettled, useThrottled } from '../paced-value.ts';
import { ActionProblem, DamagedNote } from '../problems.tsx';
import { useLatest } from '../query.ts';
import { ClaimFilterFields, type ClaimFilterState } from './claim-filters.tsx';
import { ClaimsTable } from './claims-table.tsx';
import { ExportButton } from './export-button.tsx';
import { ATTENTION_CARD, CLAIMS_CARD } from './jobs-card.tsx';
import { type Selection, SelectionBar } from './selection-bar.tsx';

interface ClaimsCardProps {
  readonly drops: DropsState;
  readonly filters: ClaimFilterState;
  readonly selection: Selection;
}

export function ClaimsCard({ drops, filters, selection }: ClaimsCardProps) {
  const { t } = useWords();
  const reachable = useSelect(selectReachable);
  const claims = useClaims(filters.query, drops);
  const { shown } = claims;
  const source = shown?.platformAt == null ? 'kept' : 'platform';
  const jumps = filters.jumps;
  useEffect(() => {
    // The filters were set elsewhere on the page.
    if (jumps > 0) goToCard(CLAIMS_CARD);
  }, [jumps]);
  return (
    <Card
      id={CLAIMS_CARD}
      className="drops-linked"
      icon={ReceiptText}
      title={t('drops.claims')}
      aside={
        <>
          <AttentionLink drops={drops} />
          <SourceBadge claims={claims} />
        </>
      }
    >
      <ClaimFilterFields
        campaigns={drops.campaigns}
        inUse={filters}
        size={claims.size}
        onSize={claims.setSize}
      />
      <PageRow claims={claims} canRead={filters.query !== null} />
      <ActionProblem action="drops.claims" />
      <DamagedNote of="drops" count={shown?.damaged ?? 0} />
      {shown && shown.claims.length > 0 ? (
        <ClaimsTable
          claims={shown.claims}
          names={shown.names}
          drops={drops}
          selection={selection}
        />
      ) : null}
      {shown && shown.claims.length === 0 ? (
        <div className="queue-none">
          <p className="card-text">{t(shown.more ? 'drops.none-on-page' : 'drops.no-claims')}</p>
          <p className="card-note">{t('drops.no-claims-try')}</p>
        </div>
      ) : null}
      {shown || reachable ? null : <p className="queue-none">{t('drops.claims-later')}</p>}
      <SelectionBar selection={selection} query={filters.query} source={source} />
      <PutAwayRow count={drops.putAwayCount} filters={filters} />
      <ExportButton query={filters.query} source={source} />
    </Card>
  );
}

/** Leads to the overdue claims further down. */
function AttentionLink({ drops }: { readonly drops: DropsState }) {
  const { t } = useWords();
  const count = drops.lateCount + drops.stuckCount;
  if (count === 0) return null;
  return (
    <Button variant="ghost" icon={TriangleAlert} onPress={() => goToCard(ATTENTION_CARD)}>
      {t('drops.attention-count', { count })}
    </Button>
  );
}

interface PutAwayRowProps {
  readonly count: number;
  readonly filters: ClaimFilterState;
}

/** How many claims were put away; they can be listed and taken back. */
function PutAwayRow({ count, filters }: PutAwayRowProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const { change } = filters;
  const isListed = filters.filters.putAway && count > 0;
  if (count === 0) return null;
  return (
    <>
      <div className="card-row">
        <span className="card-note" role="status">
          {t('drops.put-away-count', { count })}
        </span>
        <Button
          variant="ghost"
          icon={isListed ? EyeOff : Eye}
          onPress={() => change({ putAway: !isListed })}
        >
          {t(isListed ? 'drops.put-away-hide' : 'drops.put-away-show')}
        </Button>
        <CoreButton
          action="drops.put-away#back"
          variant="ghost"
          icon={ArchiveRestore}
          onPress={() => {
            change({ putAway: false });
            void dashboard.ask('drops.put-away', { on: false }, 'back');
          }}
        >
          {t('drops.take-back')}
        </CoreButton>
      </div>
      <ActionProblem action="drops.put-away#back" />
    </>
  );
}

function SourceBadge({ claims: { shown } }: { readonly claims: ClaimsPage }) {
  const { t, time } = useWords();
  if (shown?.platformAt == null) return <Badge>{t('drops.source-kept')}</Badge>;
  return (
    <Badge tone="accent">{t('drops.source-platform', { time: time(shown.platformAt) })}</Badge>
  );
}

function PageRow({ claims, canRead }: { readonly claims: ClaimsPage; readonly canRead: boolean }) {
  const { t } = useWords();
  const { shown, page, reading, go, readPlatform } = claims;
  return (
    <div className="card-row">
      <CoreButton icon={CloudDownload} busy={reading} disabled={!canRead} onPress={readPlatform}>
        {t('drops.read-platform')}
      </CoreButton>
      <span className="card-note">{t('drops.source-kept-text')}</span>
      <span className="drops-pager">
        <CoreIconButton
          icon={ArrowLeft}
          label={t('drops.prev')}
          disabled={page === 0}
          onPress={() => go(page - 1)}
        />
        <span>{t('drops.page', { page: page + 1 })}</span>
        <span className="card-note">{t('drops.count', { count: shown?.claims.length ?? 0 })}</span>
        <CoreIconButton
          icon={ArrowRight}
          label={t('drops.next')}
          disabled={!shown?.more}
          onPress={() => go(page + 1)}
        />
      </span>
    </div>
  );
}

/** Asks after typing pauses for this long, milliseconds. */
const TYPING_MS = 150;
/** The list follows the ledger at most this often, milliseconds. */
const FOLLOW_MS = 1_000;

interface ClaimsShown {
  readonly claims: readonly DropsClaim[];
  /** Viewers' nicknames by channel id. */
  readonly names: Readonly<Record<string, string>>;
  readonly more: boolean;
  /** Unreadable entries of the page; omitted if none. */
  readonly damaged?: number | undefined;
  /** When the platform was read, epoch milliseconds; null: kept claims as last read. */
  readonly platformAt: number | null;
}

type ClaimsPage = ReturnType<typeof useClaims>;

/** The page shown for one query. */
interface PageView {
  readonly question: object;
  readonly page: number;
  readonly isAsking: boolean;
  /** The platform's last answer; null: kept claims are shown. */
  readonly platform: ClaimsShown | null;
}

/**
 * The matching claims. Kept claims are shown at once and follow the ledger; the platform is read
 * only on request, and again when marking has ended.
 */
function useClaims(query: ClaimFilterState['query'], drops: DropsState) {
  const dashboard = useDashboard();
  const { host } = usePage();
  const [size, setSize] = useState(1_000);
  // A new query starts at its first page, with kept claims.
  const question = useMemo(() => ({ query, size }), [query, size]);
  const [last, setView] = useState<PageView>(() => beginningOf(question));
  const view = last.question === question ? last : beginningOf(question);
  const { page, platform, isAsking } = view;

  const revision = useThrottled(drops.revision, FOLLOW_MS);
  const wanted = useMemo(() => ({ question, page, revision }), [question, page, revision]);
  const isSettled = useSettled(wanted, TYPING_MS) === wanted;
  const { data: kept } = useQuery({
    queryKey: ['drops.claims', query, size, page, revision],
    queryFn: () => dashboard.read('drops.claims', { ...query, source: 'kept', page, size }),
    // Each revision has its own query key.
    staleTime: Infinity,
    enabled: query !== null && isSettled && platform === null && !isAsking,
  });

  const readPlatform = useCallback(
    async (to: number) => {
      if (query === null) return;
      const change = (changed: Partial<PageView>) =>
        setView((now) => (now.question === question ? { ...now, ...changed } : now));
      setView((now) => ({
        ...(now.question === question ? now : beginningOf(question)),
        isAsking: true,
      }));
      const args = { ...query, source: 'platform', page: to, size } as const;
      const found = await dashboard.ask('drops.claims', args);
      if (found === null) return change({ isAsking: false });
      const platform = { ...found, platformAt: host.clock.now() };
      change({ isAsking: false, page: to, platform });
    },
    [dashboard, host, query, question, size],
  );

  const isPaying = drops.jobs.some((job) => job.phase === 'running' || job.phase === 'queued');
  const paidBefore = useRef(isPaying);
  useEffect(() => {
    const ended = paidBefore.current && !isPaying;
    paidBefore.current = isPaying;
    if (ended && platform) void readPlatform(page);
  }, [isPaying, platform, page, readPlatform]);

  const reading = usePending('drops.claims');
  const shown: ClaimsShown | undefined = platform ?? (kept && { ...kept, platformAt: null });
  return {
    /** null before the first answer. */
    shown: useLatest(shown) ?? null,
    page,
    size,
    setSize,
    reading,
    go(to: number) {
      if (!platform) setView({ ...view, page: to });
      // A second press while reading would only discard that page.
      else if (!reading) void readPlatform(to);
    },
    readPlatform: () => void readPlatform(platform ? page : 0),
  };
}

function beginningOf(question: object): PageView {
  return { question, page: 0, isAsking: false, platform: null };
}
