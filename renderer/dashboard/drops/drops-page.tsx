import { AlarmClockOff, Archive, ListChecks, SlidersHorizontal, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
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
import { Waiting } from '../../ui/empty.tsx';
import { NumberField } from '../../ui/fields.tsx';
import { CoreButton } from '../action-button.tsx';
import { useDashboard, useNow, useSelect, useWords } from '../context.ts';
import { useViewerName } from '../people/use-people.ts';
import { ActionProblem } from '../problems.tsx';
import { CampaignsCard, DrawsCard } from './campaigns-card.tsx';
import { useClaimFilters } from './claim-filters.tsx';
import { ClaimsCard } from './claims-card.tsx';
import { titlesOf } from './drops-words.ts';
import { ImportCard } from './import-card.tsx';
import { ATTENTION_CARD, JobsCard } from './jobs-card.tsx';
import { useSelection } from './selection-bar.tsx';
import { WatchCard } from './watch-card.tsx';

export function DropsPage() {
  const { t } = useWords();
  const drops = useSelect(selectDrops);
  return drops ? <DropsSections drops={drops} /> : <Waiting title={t('app.waiting')} />;
}

function DropsSections({ drops }: { readonly drops: DropsState }) {
  const filters = useClaimFilters();
  const selection = useSelection();
  return (
    <div className="drops columns">
      <div className="flow">
        <ClaimsCard drops={drops} filters={filters} selection={selection} />
        <JobsCard
          jobs={drops.jobs}
          onShow={(claimIds) => filters.only({ ids: claimIds.join('\n') })}
        />
        <AttentionCard drops={drops} onPick={selection.pick} />
        <CampaignsCard drops={drops} onShow={(campaignId) => filters.only({ campaignId })} />
      </div>
      <div className="flow">
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
  const dashboard = useDashboard();
  const count = drops.lateCount + drops.stuckCount;
  if (count === 0) return null;
  return (
    <Card
      id={ATTENTION_CARD}
      icon={TriangleAlert}
      title={t('drops.attention')}
      className="drops-attention drops-linked"
      aside={<Badge tone="warn">{t('drops.count', { count })}</Badge>}
    >
      <Heads drops={drops} kind="stuck">
        <Button icon={ListChecks} onPress={() => onPick(drops.stuck)}>
          {t('drops.pick-these')}
        </Button>
      </Heads>
      {/* The platform allows no other action on late ones. */}
      <Heads drops={drops} kind="late">
        <CoreButton
          action="drops.put-away"
          icon={Archive}
          onPress={() => void dashboard.ask('drops.put-away', { on: true })}
        >
          {t('drops.put-away')}
        </CoreButton>
      </Heads>
      <ActionProblem action="drops.put-away" />
    </Card>
  );
}

interface HeadsProps {
  readonly drops: DropsState;
  readonly kind: 'late' | 'stuck';
  /** What can be done with them. */
  readonly children: ReactNode;
}

function Heads({ drops, kind, children }: HeadsProps) {
  const { t, duration } = useWords();
  const now = useNow(10_000);
  const claims = drops[kind];
  const count = drops[`${kind}Count`];
  if (count === 0) return null;
  return (
    <div className="drops-heads stack part">
      <div className="drops-heads-head line">
        <h3>{t(`drops.${kind}`)}</h3>
        <Badge tone="warn">{t('drops.count', { count })}</Badge>
      </div>
      <p className="card-text">{t(`drops.${kind}-text`, { count: drops.settings.stuckHours })}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard */}
      <ul className="drops-head-rows scroll-rows" tabIndex={0} aria-label={t(`drops.${kind}`)}>
        {claims.map((claim) => {
          const { campaign, reward } = titlesOf(drops.campaigns, claim);
          const since = claim.claimedAt ?? claim.updatedAt;
          return (
            <li key={claim.claimId}>
              <AlarmClockOff size={14} aria-hidden />
              <span className="words">
                <bdi className="cut">{reward}</bdi>
                <bdi className="card-note cut">{campaign}</bdi>
              </span>
              <span className="words">
                <Viewer channelId={claim.channelId} />
                <code className="cut">{claim.claimId}</code>
              </span>
              <span className="card-note cut">
                {since === null ? '' : t('drops.waited', { duration: duration(now - since) })}
              </span>
            </li>
          );
        })}
      </ul>
      <div className="card-row">
        {children}
        {count > claims.length ? (
          <span className="card-note">{t('drops.first-shown', { count: claims.length })}</span>
        ) : null}
      </div>
    </div>
  );
}

/** The nickname, or the id of a viewer whose name is not known. */
function Viewer({ channelId }: { readonly channelId: string }) {
  return <bdi className="cut">{useViewerName(channelId, undefined) ?? channelId}</bdi>;
}

const NUMBERS = [
  { name: 'liveSeconds', label: 'drops.set-live', unit: 'drops.seconds', min: 15, max: 3_600 },
  { name: 'idleSeconds', label: 'drops.set-idle', unit: 'drops.seconds', min: 60, max: 21_600 },
  { name: 'readsPerHour', label: 'drops.set-reads', unit: 'drops.times', min: 4, max: 600 },
  { name: 'stuckHours', label: 'drops.set-stuck', unit: 'drops.hours', min: 1, max: 720 },
] as const;

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
        {NUMBERS.map(({ name, label, unit, min, max }) => (
          <NumberField
            key={name}
            label={t(label)}
            value={settings[name]}
            min={min}
            max={max}
            unit={t(unit)}
            note={name === 'readsPerHour' ? t('drops.set-reads-note') : null}
            onChange={(value) => set({ [name]: Math.round(value) })}
          />
        ))}
      </div>
      <ActionProblem action="drops.settings" />
    </Card>
  );
}
