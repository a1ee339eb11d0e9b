import { AlarmClockOff, ListChecks, TriangleAlert } from 'lucide-react';
import type { DropsClaim, DropsDesk } from '../../../shared/contract/drops.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useNow, useWords } from '../context.ts';
import { titlesOf } from './drops-words.ts';

interface AttentionCardProps {
  readonly desk: DropsDesk;
  readonly onPick: (claims: readonly DropsClaim[]) => void;
}

/** Unpaid claims past their deadline, and those that wait for long. Nothing while there are none. */
export function AttentionCard({ desk, onPick }: AttentionCardProps) {
  const { t } = useWords();
  const { late, lateCount, stuck, stuckCount, settings } = desk;
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
          desk={desk}
          title={t('drops.late')}
          text={t('drops.late-text')}
          claims={late}
          count={lateCount}
        />
      ) : null}
      {stuckCount > 0 ? (
        <Heads
          desk={desk}
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
  readonly desk: DropsDesk;
  readonly title: string;
  readonly text: string;
  readonly claims: readonly DropsClaim[];
  readonly count: number;
  /** Left out: nothing can be done with them at the platform. */
  readonly onPick?: AttentionCardProps['onPick'];
}

function Heads({ desk, title, text, claims, count, onPick }: HeadsProps) {
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
          const { campaign, reward } = titlesOf(desk.campaigns, claim);
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
