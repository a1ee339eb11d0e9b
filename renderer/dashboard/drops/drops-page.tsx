import { LoaderCircle } from 'lucide-react';
import type { DropsDesk } from '../../../shared/contract/drops.ts';
import { selectDrops } from '../../stores/dashboard-store.ts';
import { useSelect, useWords } from '../context.ts';
import { AttentionCard } from './attention-card.tsx';
import { CampaignsCard } from './campaigns-card.tsx';
import { ClaimsCard } from './claims-card.tsx';
import { DrawsCard } from './draws-card.tsx';
import { ImportCard } from './import-card.tsx';
import { JobsCard } from './jobs-card.tsx';
import { SettingsCard } from './settings-card.tsx';
import { useClaimFilters } from './use-claim-filters.ts';
import { useSelection } from './use-selection.ts';
import { WatchCard } from './watch-card.tsx';

/** Drops: what wants a look first, campaigns with their draws, claims and their payout. */
export function DropsPage() {
  const { t } = useWords();
  const desk = useSelect(selectDrops);
  if (desk) return <Desk desk={desk} />;
  return (
    <div className="empty" role="status">
      <LoaderCircle size={32} aria-hidden className="spinning" />
      <p className="empty-title">{t('app.waiting')}</p>
    </div>
  );
}

function Desk({ desk }: { readonly desk: DropsDesk }) {
  const filters = useClaimFilters();
  const selection = useSelection();
  return (
    <div className="drops">
      <div className="drops-flow">
        <AttentionCard desk={desk} onPick={selection.pick} />
        <JobsCard
          jobs={desk.jobs}
          onShow={(claimIds) => filters.only({ ids: claimIds.join('\n') })}
        />
        <CampaignsCard desk={desk} onShow={(campaignId) => filters.only({ campaignId })} />
        <ClaimsCard desk={desk} filters={filters} selection={selection} />
      </div>
      <div className="drops-flow">
        <WatchCard desk={desk} />
        <DrawsCard draws={desk.draws} campaigns={desk.campaigns} />
        <ImportCard />
        <SettingsCard settings={desk.settings} />
      </div>
    </div>
  );
}
