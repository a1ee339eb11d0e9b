import { type LucideIcon, PartyPopper, Sigma } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { LiveTotals } from '../../../shared/contract/live.ts';
import { isAboveZero } from '../../../shared/exact-sum.ts';
import { selectLive } from '../../stores/dashboard-store.ts';
import { IconButton } from '../../ui/button.tsx';
import { AlertsNow } from '../alerts/alerts-now.tsx';
import { useNow, useSelect, useWords } from '../context.ts';
import { ObsAir } from '../obs/obs-air.tsx';
import { LayoutSwitch } from '../overlay/layout-switch.tsx';
import { LiveTitle } from '../stream/live-title.tsx';
import { TestEventsCard } from '../test-events/test-events-card.tsx';
import { KIND_ICONS } from './event-body.tsx';
import { FeedColumns } from './feed-columns.tsx';
import { shopWords } from './viewer-card.tsx';

export function LivePage() {
  return (
    <div className="live">
      <LiveBar />
      <FeedColumns>
        <AlertsNow />
        <TestEventsCard />
      </FeedColumns>
    </div>
  );
}

/** What the broadcast is called and what came in: beams, cheering and money are separate. In a dock the totals fold. */
function LiveBar() {
  const { t } = useWords();
  const live = useSelect(selectLive);
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="live-bar" aria-label={t('live.bar')}>
      <LiveTitle />
      <LayoutSwitch />
      <ObsAir />
      {live ? (
        <>
          <div className="live-sums" data-open={isOpen}>
            {live.totals ? (
              <Totals totals={live.totals} />
            ) : (
              <p className="live-unknown">{t('live.totals-unknown')}</p>
            )}
            <Since beganAt={live.beganAt} />
          </div>
          <span className="in-dock">
            <IconButton
              icon={Sigma}
              label={t('live.totals')}
              pressed={isOpen}
              onPress={() => setOpen(!isOpen)}
            />
          </span>
        </>
      ) : null}
    </section>
  );
}

function Totals({ totals }: { readonly totals: LiveTotals }) {
  const { t, number, beams, language } = useWords();
  const { donationBeams, cheeringBeams, shop, subscriptions, draws, winners } = totals;
  const sold = shopWords(shop, language);
  return (
    <dl className="live-totals">
      <Total
        icon={KIND_ICONS.DONATION}
        name={t('live.donation-beams')}
        some={isAboveZero(donationBeams)}
        money
      >
        {beams(donationBeams)}
      </Total>
      <Total
        icon={PartyPopper}
        name={t('live.cheering-beams')}
        some={isAboveZero(cheeringBeams)}
        money
      >
        {beams(cheeringBeams)}
      </Total>
      <Total icon={KIND_ICONS.GOODS_PURCHASE} name={t('live.shop')} some={sold !== null} money>
        {sold ?? number(0)}
      </Total>
      <Total icon={KIND_ICONS.SUBSCRIPTION} name={t('live.subscriptions')} some={subscriptions > 0}>
        {number(subscriptions)}
      </Total>
      <Total icon={KIND_ICONS.DROPS} name={t('live.draws')} some={draws > 0}>
        {t('live.draws-value', { draws, count: winners })}
      </Total>
    </dl>
  );
}

interface TotalProps {
  readonly icon: LucideIcon;
  readonly name: string;
  /** Money stands out, as soon as there is some. */
  readonly money?: boolean;
  readonly some: boolean;
  readonly children: ReactNode;
}

function Total({ icon: Icon, name, money = false, some, children }: TotalProps) {
  return (
    <div className={`live-total line ${money ? 'tone-money' : ''}`} data-none={!some} title={name}>
      <dt>
        <Icon size={14} aria-hidden />
        <span className="live-total-name">{name}</span>
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

function Since({ beganAt }: { readonly beganAt: number }) {
  const { t, moment } = useWords();
  const now = useNow(60_000);
  const time = moment(beganAt, now);
  return (
    <p className="live-since" title={t('live.since-hint', { time })}>
      {t('live.since', { time })}
    </p>
  );
}
