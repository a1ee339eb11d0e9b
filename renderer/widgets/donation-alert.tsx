import { Clapperboard, PartyPopper } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CheeringItem, StageEvent } from '../../shared/events.ts';
import { AlertFrame } from './alert-frame.tsx';
import { Attribution, BeamIcon, message, numberHero, SLOT } from './alert-parts.tsx';
import { SafeImage } from './safe-image.tsx';
import { useWords } from './widget-words.tsx';

const ITEMS_MAX = 6;

/** A donation: the beams first, then who, then what they say. */
export function DonationAlert({ event }: { readonly event: StageEvent<'DONATION'> }): ReactNode {
  const { t, number } = useWords();
  const { donationType, payAmount, donatorNickname, donationText, emojis } = event.data;
  const cheering = donationType === 'CHEERING';
  const items = event.data.cheeringItems.slice(0, ITEMS_MAX);
  const words = message(donationText, emojis);
  return (
    <AlertFrame
      tone={cheering ? 'cheering' : 'donation'}
      sign={<DonationSign type={donationType} />}
      label={t(labelOf(donationType))}
      {...numberHero(
        payAmount === null ? null : number(payAmount),
        t('donation.amount', { count: Math.abs(payAmount ?? 0), n: SLOT }),
        t('donation.unknown-amount'),
      )}
      who={
        <Attribution
          name={donatorNickname}
          by={cheering ? 'donation.cheered-by' : 'donation.by'}
          byAnonymous={cheering ? 'donation.cheered-by-anonymous' : 'donation.by-anonymous'}
        />
      }
      what={
        words || items.length > 0 ? (
          <>
            {items.length > 0 ? <CheeringItems items={items} /> : null}
            {words}
          </>
        ) : null
      }
    />
  );
}

function labelOf(donationType: string): string {
  if (donationType === 'VIDEO') return 'donation.label-video';
  return donationType === 'CHEERING' ? 'donation.label-cheering' : 'donation.label';
}

function DonationSign({ type }: { readonly type: string }): ReactNode {
  if (type === 'VIDEO') return <Clapperboard aria-hidden="true" />;
  return type === 'CHEERING' ? <PartyPopper aria-hidden="true" /> : <BeamIcon />;
}

function CheeringItems({ items }: { readonly items: readonly CheeringItem[] }): ReactNode {
  const { t, number } = useWords();
  return (
    <ul className="sl-alert-items">
      {items.map((item, at) => (
        // The items of one donation never change places.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li className="sl-alert-item" key={at}>
          <SafeImage
            className="sl-alert-item-image"
            url={item.overlayImageUrl ?? item.imageUrl}
            name={item.type}
            fallback={<PartyPopper className="sl-alert-item-image" aria-hidden="true" />}
          />
          <span className="sl-alert-item-count">
            {t('donation.items', { n: number(item.cnt) })}
          </span>
        </li>
      ))}
    </ul>
  );
}
