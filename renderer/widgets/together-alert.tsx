import type { ReactNode } from 'react';
import type { MergedDonation } from '../../shared/overlay/alert-look.ts';
import { AlertFrame } from './alert-frame.tsx';
import { BeamIcon, numberHero, OneLine, orElse, SLOT } from './alert-parts.tsx';
import { useWords } from './widget-words.tsx';

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

/** Small donations on one card: sum, count, and all names. */
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
