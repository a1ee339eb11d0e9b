import { Clapperboard, PartyPopper } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CheeringItem, StageEvent } from '../../shared/events.ts';
import type { MergedDonation } from '../../shared/overlay/alert-look.ts';
import { AlertFrame } from './alert-frame.tsx';
import {
  Attribution,
  BeamIcon,
  message,
  numberHero,
  OneLine,
  orElse,
  SLOT,
} from './alert-parts.tsx';
import { SafeImage } from './safe-image.tsx';
import { useWords } from './widget-words.tsx';

const ITEMS_MAX = 6;

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
        <Attribution name={donatorNickname} by={cheering ? 'donation.cheered-by' : 'donation.by'} />
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

/** Donors on a card, most generous first. */
interface Donor {
  /** null: all anonymous donors. */
  readonly name: string | null;
  /** Total beams of their donations; null if none is known. */
  readonly beams: number | null;
  readonly count: number;
}

/** Sums donations by name. Anonymous ones are merged, at the end. */
export function donorsOf(donations: readonly MergedDonation[]): readonly Donor[] {
  const givers = new Map<string | null, Donor>();
  for (const { name, beams } of donations) {
    const key = orElse(name, '') || null;
    const before = givers.get(key);
    givers.set(key, {
      name: key,
      beams: beams === null ? (before?.beams ?? null) : (before?.beams ?? 0) + beams,
      count: (before?.count ?? 0) + 1,
    });
  }
  return [...givers.values()].sort(
    (a, b) => Number(a.name === null) - Number(b.name === null) || (b.beams ?? 0) - (a.beams ?? 0),
  );
}

export function TogetherAlert(props: { readonly donations: readonly MergedDonation[] }): ReactNode {
  const { t, number } = useWords();
  const { donations } = props;
  const givers = donorsOf(donations);
  const known = donations.flatMap(({ beams }) => (beams === null ? [] : [beams]));
  const sum = known.reduce((all, beams) => all + beams, 0);
  const count = donations.length;
  const sentence = t('together.count', { count, n: number(count) });
  return (
    <AlertFrame
      tone="donation"
      sign={<BeamIcon />}
      label={t('together.label')}
      {...numberHero(
        known.length === 0 ? null : number(sum),
        t('donation.amount', { count: Math.abs(sum), n: SLOT }),
        t('donation.unknown-amount'),
      )}
      who={<span className="sl-alert-name">{sentence}</span>}
      what={
        <ul className="sl-alert-givers" data-crowd={crowdOf(givers.length)}>
          {givers.map((giver) => (
            <li className="sl-alert-giver" key={giver.name ?? '\u0000'}>
              <OneLine text={giver.name ?? t('anonymous')} className="sl-alert-giver-name" />
              {giver.name === null && giver.count > 1 ? (
                <span className="sl-alert-giver-times">×{giver.count}</span>
              ) : null}
              {giver.beams === null ? null : (
                <span className="sl-alert-giver-beams">{number(giver.beams)}</span>
              )}
            </li>
          ))}
        </ul>
      }
    />
  );
}

/** More names use a smaller size, so that all fit on the card. */
function crowdOf(count: number): 'few' | 'some' | 'many' {
  if (count <= 8) return 'few';
  return count <= 20 ? 'some' : 'many';
}
