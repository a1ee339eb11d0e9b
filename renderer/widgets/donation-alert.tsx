import { Clapperboard, PartyPopper } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CheeringItem, StageEvent } from '../../shared/events.ts';
import { AlertFrame } from './alert-frame.tsx';
import {
  Attribution,
  BeamIcon,
  formatNumber,
  message,
  SLOT,
  SlotText,
  useLanguage,
} from './alert-parts.tsx';
import { SafeImage } from './safe-image.tsx';
import { useWords } from './widget-words.tsx';

interface DonationAlertProps {
  readonly event: StageEvent<'DONATION'>;
}

const ITEMS_MAX = 6;

/** A donation: the beams first, then who, then what they say. */
export function DonationAlert({ event }: DonationAlertProps): ReactNode {
  const { t } = useWords();
  const language = useLanguage();
  const { data } = event;
  const cheering = data.donationType === 'CHEERING';
  const amount = data.payAmount === null ? null : formatNumber(data.payAmount, language);
  const items = data.cheeringItems.slice(0, ITEMS_MAX);
  const words = message({ content: data.donationText, emojis: data.emojis });
  return (
    <AlertFrame
      tone={cheering ? 'cheering' : 'donation'}
      sign={<DonationSign type={data.donationType} />}
      label={t(labelOf(data.donationType))}
      hero={
        amount === null ? (
          <span className="sl-alert-title">{t('donation.unknown-amount')}</span>
        ) : (
          <SlotText
            sentence={t('donation.amount', { count: Math.abs(data.payAmount ?? 0), n: SLOT })}
          >
            <span className="sl-alert-number">{amount}</span>
          </SlotText>
        )
      }
      heroText={amount ?? t('donation.unknown-amount')}
      who={
        <Attribution
          name={data.donatorNickname}
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
  const { t } = useWords();
  const language = useLanguage();
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
            {t('donation.items', { n: formatNumber(item.cnt, language) })}
          </span>
        </li>
      ))}
    </ul>
  );
}
