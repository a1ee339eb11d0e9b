import { Clock, Gift, List, Megaphone, SquareArrowOutUpRight, Ticket } from 'lucide-react';
import type { DropsCampaign, DropsReward, DropsState } from '../../../shared/contract/drops.ts';
import { selectDrops } from '../../stores/dashboard-store.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Fold } from '../../ui/fold.tsx';
import { SafeImage } from '../../widgets/safe-image.tsx';
import { useNow, usePage, useSelect, useWords } from '../context.ts';
import { useWhen } from '../times.tsx';
import { stateName } from './drops-words.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const TONES: Readonly<Record<string, Tone>> = {
  ACTIVE: 'live',
  CLAIMABLE: 'accent',
  PAUSED: 'warn',
  REJECTED: 'error',
};
const RUNNING = ['ACTIVE', 'CLAIMABLE', 'PAUSED'];

interface CampaignsCardProps {
  readonly drops: DropsState;
  readonly onShow: (campaignId: string) => void;
}

export function CampaignsCard({ drops, onShow }: CampaignsCardProps) {
  const { t } = useWords();
  const now = useNow(1_000);
  const { campaigns, campaignCount, readAt } = drops;
  const running = campaigns.filter(({ state }) => RUNNING.includes(state));
  const others = campaigns.filter(({ state }) => !RUNNING.includes(state));
  const beyond = campaignCount - campaigns.length;
  const card = (campaign: DropsCampaign) => (
    <Campaign key={campaign.campaignId} campaign={campaign} now={now} onShow={onShow} />
  );
  return (
    <Card icon={Megaphone} title={t('drops.campaigns')}>
      {campaigns.length === 0 ? (
        <div className="queue-none">
          <p className="card-text">
            {t(readAt === null ? 'drops.read-never' : 'drops.no-campaigns')}
          </p>
          <p className="card-note">{t('drops.no-campaigns-try')}</p>
        </div>
      ) : null}
      {running.length > 0 ? <ul className="drops-campaigns rows">{running.map(card)}</ul> : null}
      {others.length > 0 ? (
        <Fold
          title={t('drops.campaigns-over', { count: others.length })}
          open={running.length === 0}
        >
          <ul className="drops-campaigns rows">{others.map(card)}</ul>
        </Fold>
      ) : null}
      {beyond > 0 ? (
        <p className="card-note">{t('drops.campaigns-more', { count: beyond })}</p>
      ) : null}
    </Card>
  );
}

interface CampaignProps {
  readonly campaign: DropsCampaign;
  readonly now: number;
  readonly onShow: (campaignId: string) => void;
}

function Campaign({ campaign, now, onShow }: CampaignProps) {
  const { t, day } = useWords();
  const { host } = usePage();
  const when = useWhen(now);
  const { campaignId, title, description, state, startAt, endAt, readAt, externalUrl } = campaign;
  const at = (time: number | null) => (time === null ? t('drops.none-known') : day(time));
  return (
    <li className="drops-campaign stack">
      <div className="beside">
        <SafeImage
          url={campaign.imageUrl}
          name=""
          className="drops-picture drops-picture-large"
          fallback={NO_PICTURE}
        />
        <div className="words">
          <h3 className="subtitle clamp" title={title}>
            <bdi>{title}</bdi>
          </h3>
          <span className="card-row">
            <Badge tone={TONES[state] ?? 'neutral'}>{stateName('state', state, t)}</Badge>
            <Badge tone={campaign.unpaid > 0 ? 'warn' : 'neutral'}>
              {campaign.unpaid > 0
                ? t('drops.unpaid', { count: campaign.unpaid })
                : t('drops.all-paid')}
            </Badge>
          </span>
        </div>
        {externalUrl ? (
          <IconButton
            icon={SquareArrowOutUpRight}
            label={t('drops.link', { name: title })}
            onPress={() => host.openAddress(externalUrl)}
          />
        ) : null}
      </div>
      <Deadline campaign={campaign} now={now} />
      <p className="card-note">{t('drops.period', { from: at(startAt), to: at(endAt) })}</p>
      {description === '' ? null : <p className="card-note clamp">{description}</p>}
      <Rewards rewards={campaign.rewards} />
      <div className="drops-campaign-foot card-row">
        <Button
          icon={List}
          label={t('drops.show-claims', { name: title })}
          onPress={() => onShow(campaignId)}
        >
          {t('drops.show')}
        </Button>
        <span className="card-note">
          {readAt === null
            ? t('drops.campaign-unread')
            : t('drops.campaign-read', { when: when.ago(readAt) })}
        </span>
      </div>
    </li>
  );
}

function Deadline({ campaign, now }: Pick<CampaignProps, 'campaign' | 'now'>) {
  const { t, duration, dateTime } = useWords();
  const { claimAvailableAt } = campaign;
  const aheadMs = useSelect(selectDrops)?.platformAheadMs ?? 0;
  if (claimAvailableAt === null) return <p className="drops-deadline">{t('drops.no-deadline')}</p>;
  const left = claimAvailableAt - (now + aheadMs);
  const tone = left < 0 ? 'neutral' : left < HOUR_MS ? 'error' : left < DAY_MS ? 'warn' : 'neutral';
  return (
    <p className={`drops-deadline tone-${tone}`}>
      <Clock size={14} aria-hidden />
      <strong>
        {left < 0
          ? t('drops.deadline-past')
          : t('drops.deadline-left', { duration: duration(left) })}
      </strong>
      <span>{t('drops.deadline', { when: dateTime(claimAvailableAt) })}</span>
    </p>
  );
}

function Rewards({ rewards }: { readonly rewards: readonly DropsReward[] }) {
  const { t } = useWords();
  if (rewards.length === 0) return <p className="card-note">{t('drops.no-rewards')}</p>;
  return (
    <Fold
      title={t('drops.rewards', { count: rewards.length })}
      className="drops-rewards"
      open={rewards.length <= 3}
    >
      <ul>
        {rewards.map((reward) => (
          <li key={reward.rewardId}>
            <SafeImage
              url={reward.imageUrl}
              name=""
              className="drops-picture drops-picture-small"
              fallback={<span className="drops-picture drops-picture-small" />}
            />
            <bdi className="cut" title={reward.title}>
              {reward.title}
            </bdi>
            <span className="card-note cut">
              {reward.minWatchTime === null
                ? ''
                : t('drops.watch-time', { count: Math.ceil(reward.minWatchTime / 60) })}
            </span>
            <span className="drops-reward-unpaid">
              {reward.unpaid > 0
                ? t('drops.unpaid', { count: reward.unpaid })
                : t('drops.all-paid')}
            </span>
          </li>
        ))}
      </ul>
    </Fold>
  );
}

export function DrawsCard({ draws, campaigns }: Pick<DropsState, 'draws' | 'campaigns'>) {
  const { t } = useWords();
  const when = useWhen(useNow(10_000));
  return (
    <Card icon={Ticket} title={t('drops.draws')}>
      {draws.length === 0 ? (
        <p className="queue-none">{t('drops.no-draws')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard
        <ul className="drops-draws scroll-rows" tabIndex={0} aria-label={t('drops.draws')}>
          {draws.map((draw) => (
            <li key={`${draw.campaignId} ${draw.rewardId}`} className="drops-draw">
              <SafeImage
                url={draw.rewardImageUrl}
                name=""
                className="drops-picture"
                fallback={NO_PICTURE}
              />
              <span className="words">
                <bdi className="cut">{draw.rewardTitle}</bdi>
                <bdi className="card-note cut">
                  {campaigns.find(({ campaignId }) => campaignId === draw.campaignId)?.title ?? ''}
                </bdi>
                <span className="card-note">
                  {t('drops.draw-last', { count: draw.lastCount })} · {when.past(draw.lastDrawnAt)}
                </span>
              </span>
              <span className="drops-total">
                <strong>{t('drops.draw-total', { count: draw.total })}</strong>
                <span className="card-note">{t('drops.draw-rounds', { count: draw.rounds })}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

const NO_PICTURE = (
  <span className="drops-picture drops-no-picture">
    <Gift size={16} aria-hidden />
  </span>
);
