import { ArrowLeft, ArrowRight, CloudDownload, ReceiptText } from 'lucide-react';
import { useEffect } from 'react';
import type { DropsDesk } from '../../../shared/contract/drops.ts';
import { selectReachable } from '../../stores/dashboard-store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ActionProblem } from '../action-problem.tsx';
import { useSelect, useWords } from '../context.ts';
import { ClaimFilterFields } from './claim-filters.tsx';
import { ClaimsTable } from './claims-table.tsx';
import { DamagedNote } from './damaged-note.tsx';
import { ExportButton } from './export-button.tsx';
import { CLAIMS_CARD, goToCard } from './go-to-card.ts';
import { SelectionBar } from './selection-bar.tsx';
import type { ClaimFiltersInUse } from './use-claim-filters.ts';
import { type ClaimsInUse, useClaims } from './use-claims.ts';
import type { Selection } from './use-selection.ts';

interface ClaimsCardProps {
  readonly desk: DropsDesk;
  readonly filters: ClaimFiltersInUse;
  readonly selection: Selection;
}

/** Claims by every filter there is, and what is done with those that are chosen. */
export function ClaimsCard({ desk, filters, selection }: ClaimsCardProps) {
  const { t } = useWords();
  const reachable = useSelect(selectReachable);
  const claims = useClaims(filters.query, desk);
  const { shown } = claims;
  const source = shown?.platformAt == null ? 'kept' : 'platform';
  const jumps = filters.jumps;
  useEffect(() => {
    // Somebody asked for these elsewhere on the page.
    if (jumps > 0) goToCard(CLAIMS_CARD);
  }, [jumps]);
  return (
    <div className="drops-claims">
      <Card
        id={CLAIMS_CARD}
        icon={ReceiptText}
        title={t('drops.claims')}
        aside={<SourceBadge claims={claims} />}
      >
        <ClaimFilterFields
          campaigns={desk.campaigns}
          inUse={filters}
          size={claims.size}
          onSize={claims.setSize}
        />
        <PageRow claims={claims} canRead={filters.query !== null} />
        <ActionProblem action="drops.claims" />
        <DamagedNote count={shown?.damaged ?? 0} />
        {shown && shown.claims.length > 0 ? (
          <ClaimsTable claims={shown.claims} campaigns={desk.campaigns} selection={selection} />
        ) : null}
        {shown && shown.claims.length === 0 ? (
          <div className="desk-none">
            <p className="card-text">{t(shown.more ? 'drops.none-on-page' : 'drops.no-claims')}</p>
            <p className="card-note">{t('drops.no-claims-try')}</p>
          </div>
        ) : null}
        {shown || reachable ? null : <p className="desk-none">{t('drops.claims-later')}</p>}
        <SelectionBar selection={selection} query={filters.query} source={source} />
        <ExportButton query={filters.query} source={source} />
      </Card>
    </div>
  );
}

/** Where what is shown comes from. */
function SourceBadge({ claims: { shown } }: { readonly claims: ClaimsInUse }) {
  const { t, time } = useWords();
  if (shown?.platformAt == null) return <Badge>{t('drops.source-kept')}</Badge>;
  return (
    <Badge tone="accent">{t('drops.source-platform', { time: time(shown.platformAt) })}</Badge>
  );
}

interface PageRowProps {
  readonly claims: ClaimsInUse;
  readonly canRead: boolean;
}

function PageRow({ claims, canRead }: PageRowProps) {
  const { t } = useWords();
  const reachable = useSelect(selectReachable);
  const { shown, page, reading, go, readPlatform } = claims;
  return (
    <div className="drops-pages">
      <Button
        icon={CloudDownload}
        busy={reading}
        disabled={!reachable || !canRead}
        onPress={readPlatform}
      >
        {t('drops.read-platform')}
      </Button>
      <span className="card-note">{t('drops.source-kept-text')}</span>
      <span className="drops-pager">
        <IconButton
          icon={ArrowLeft}
          label={t('drops.prev')}
          disabled={page === 0 || !reachable}
          onPress={() => go(page - 1)}
        />
        <span>{t('drops.page', { page: page + 1 })}</span>
        <span className="drops-sub">{t('drops.count', { count: shown?.claims.length ?? 0 })}</span>
        <IconButton
          icon={ArrowRight}
          label={t('drops.next')}
          disabled={!shown?.more || !reachable}
          onPress={() => go(page + 1)}
        />
      </span>
    </div>
  );
}
