import { Gift, Ticket } from 'lucide-react';
import type { DropsCampaign } from '../../../shared/contract/drops.ts';
import type { DrawTally } from '../../../shared/events.ts';
import { Card } from '../../ui/card.tsx';
import { SafeImage } from '../../widgets/safe-image.tsx';
import { useWhen } from '../connection/when.ts';
import { useNow, useWords } from '../context.ts';

interface DrawsCardProps {
  readonly draws: readonly DrawTally[];
  readonly campaigns: readonly DropsCampaign[];
}

/** Draws as they were received, the latest first: this round and all rounds. */
export function DrawsCard({ draws, campaigns }: DrawsCardProps) {
  const { t } = useWords();
  const when = useWhen(useNow(10_000));
  return (
    <Card icon={Ticket} title={t('drops.draws')}>
      {draws.length === 0 ? (
        <p className="desk-none">{t('drops.no-draws')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard
        <ul className="drops-draws" tabIndex={0} aria-label={t('drops.draws')}>
          {draws.map((draw) => (
            <li key={`${draw.campaignId} ${draw.rewardId}`} className="drops-draw">
              <SafeImage
                url={draw.rewardImageUrl}
                name=""
                className="drops-picture"
                fallback={<NoPicture />}
              />
              <span className="drops-what">
                <bdi className="drops-name">{draw.rewardTitle}</bdi>
                <bdi className="drops-sub">
                  {campaigns.find(({ campaignId }) => campaignId === draw.campaignId)?.title ?? ''}
                </bdi>
                <span className="drops-sub">
                  {t('drops.draw-last', { count: draw.lastCount })} · {when.past(draw.lastDrawnAt)}
                </span>
              </span>
              <span className="drops-total">
                <strong>{t('drops.draw-total', { count: draw.total })}</strong>
                <span className="drops-sub">{t('drops.draw-rounds', { count: draw.rounds })}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

export function NoPicture() {
  return (
    <span className="drops-picture drops-no-picture">
      <Gift size={16} aria-hidden />
    </span>
  );
}
