import {
  AlarmClockOff,
  ListChecks,
  LoaderCircle,
  SlidersHorizontal,
  TriangleAlert,
} from 'lucide-react';
import type {
  DropsClaim,
  DropsSettings,
  DropsSettingsChange,
  DropsState,
} from '../../../shared/contract/drops.ts';
import { selectDrops, selectReachable } from '../../stores/dashboard-store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/choices.tsx';
import { NumberField } from '../../ui/fields.tsx';
import { useDashboard, useNow, useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { CampaignsCard, DrawsCard } from './campaigns-card.tsx';
import { useClaimFilters } from './claim-filters.tsx';
import { ClaimsCard } from './claims-card.tsx';
import { titlesOf } from './drops-words.ts';
import { ImportCard } from './import-card.tsx';
import { JobsCard } from './jobs-card.tsx';
import { useSelection } from './selection-bar.tsx';
import { WatchCard } from './watch-card.tsx';

/** The drops page: urgent claims, campaigns with draws, claims and payouts. */
export function DropsPage() {
  const { t } = useWords();
  const drops = useSelect(selectDrops);
  if (drops) return <DropsSections drops={drops} />;
  return (
    <div className="empty" role="status">
      <LoaderCircle size={32} aria-hidden className="spinning" />
      <p className="empty-title">{t('app.waiting')}</p>
    </div>
  );
}

function DropsSections({ drops }: { readonly drops: DropsState }) {
  const filters = useClaimFilters();
  const selection = useSelection();
  return (
    <div className="drops">
      <div className="drops-flow">
        <AttentionCard drops={drops} onPick={selection.pick} />
        <JobsCard
          jobs={drops.jobs}
          onShow={(claimIds) => filters.only({ ids: claimIds.join('\n') })}
        />
        <CampaignsCard drops={drops} onShow={(campaignId) => filters.only({ campaignId })} />
        <ClaimsCard drops={drops} filters={filters} selection={selection} />
      </div>
      <div className="drops-flow">
        <WatchCard drops={drops} />
        <DrawsCard draws={drops.draws} campaigns={drops.campaigns} />
        <ImportCard />
        <SettingsCard settings={drops.settings} />
      </div>
    </div>
  );
}

interface AttentionCardProps {
  readonly drops: DropsState;
  readonly onPick: (claims: readonly DropsClaim[]) => void;
}

/** Unpaid claims that are overdue or waiting long; hidden if there are none. */
function AttentionCard({ drops, onPick }: AttentionCardProps) {
  const { t } = useWords();
  const { late, lateCount, stuck, stuckCount, settings } = drops;
  if (lateCount + stuckCount === 0) return null;
  return (
    <Card
      icon={TriangleAlert}
      title={t('drops.attention')}
      className="drops-attention"
      aside={<Badge tone="warn">{t('drops.count', { count: lateCount + stuckCount })}</Badge>}
    >
      {lateCount > 0 ? (
        <Heads
          drops={drops}
          title={t('drops.late')}
          text={t('drops.late-text')}
          claims={late}
          count={lateCount}
        />
      ) : null}
      {stuckCount > 0 ? (
        <Heads
          drops={drops}
          title={t('drops.stuck')}
          text={t('drops.stuck-text', { count: settings.stuckHours })}
          claims={stuck}
          count={stuckCount}
          onPick={onPick}
        />
      ) : null}
    </Card>
  );
}

interface HeadsProps {
  readonly drops: DropsState;
  readonly title: string;
  readonly text: string;
  readonly claims: readonly DropsClaim[];
  readonly count: number;
  /** Omitted if the platform allows no action on them. */
  readonly onPick?: AttentionCardProps['onPick'];
}

function Heads({ drops, title, text, claims, count, onPick }: HeadsProps) {
  const { t, duration } = useWords();
  const now = useNow(10_000);
  return (
    <div className="drops-heads">
      <div className="drops-heads-head">
        <h3>{title}</h3>
        <Badge tone="warn">{t('drops.count', { count })}</Badge>
      </div>
      <p className="card-text">{text}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard */}
      <ul className="drops-head-rows" tabIndex={0} aria-label={title}>
        {claims.map((claim) => {
          const { campaign, reward } = titlesOf(drops.campaigns, claim);
          const since = claim.claimedAt ?? claim.updatedAt;
          return (
            <li key={claim.claimId}>
              <AlarmClockOff size={14} aria-hidden />
              <span className="drops-what">
                <bdi className="drops-name">{reward ?? claim.rewardId}</bdi>
                <bdi className="drops-sub">{campaign ?? claim.campaignId}</bdi>
              </span>
              <code>{claim.claimId}</code>
              <span className="drops-sub">
                {since === null ? '' : t('drops.waited', { duration: duration(now - since) })}
              </span>
            </li>
          );
        })}
      </ul>
      <div className="card-row">
        {onPick ? (
          <Button icon={ListChecks} onPress={() => onPick(claims)}>
            {t('drops.pick-these')}
          </Button>
        ) : null}
        {count > claims.length ? (
          <span className="card-note">{t('drops.first-shown', { count: claims.length })}</span>
        ) : null}
      </div>
    </div>
  );
}

/** How often unpaid claims are checked, and with how many calls. */
function SettingsCard({ settings }: { readonly settings: DropsSettings }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const reachable = useSelect(selectReachable);
  const set = (change: DropsSettingsChange) => {
    void dashboard.ask('drops.settings', change);
  };
  return (
    <Card icon={SlidersHorizontal} title={t('drops.settings')}>
      <Switch
        label={t('drops.set-watch')}
        text={t('drops.set-watch-text')}
        on={settings.watch}
        disabled={!reachable}
        onChange={(watch) => set({ watch })}
      />
      <div className="drops-fields">
        <NumberField
          label={t('drops.set-live')}
          value={settings.liveSeconds}
          min={15}
          max={3_600}
          unit={t('drops.seconds')}
          onChange={(value) => set({ liveSeconds: Math.round(value) })}
        />
        <NumberField
          label={t('drops.set-idle')}
          value={settings.idleSeconds}
          min={60}
          max={21_600}
          unit={t('drops.seconds')}
          onChange={(value) => set({ idleSeconds: Math.round(value) })}
        />
        <NumberField
          label={t('drops.set-reads')}
          value={settings.readsPerHour}
          min={4}
          max={600}
          unit={t('drops.times')}
          note={t('drops.set-reads-note')}
          onChange={(value) => set({ readsPerHour: Math.round(value) })}
        />
        <NumberField
          label={t('drops.set-stuck')}
          value={settings.stuckHours}
          min={1}
          max={720}
          unit={t('drops.hours')}
          onChange={(value) => set({ stuckHours: Math.round(value) })}
        />
      </div>
      <ActionProblem action="drops.settings" />
    </Card>
  );
}
