import { History } from 'lucide-react';
import type { WheelSpinRow } from '../../../shared/contract/wheel.ts';
import type { Words } from '../../i18n/dashboard.ts';
import { Card } from '../../ui/card.tsx';
import { useNow, useWords } from '../context.ts';

interface SpinsCardProps {
  /** Newest first. */
  readonly spins: readonly WheelSpinRow[];
}

const MINUTE_MS = 60_000;

/** Where the wheel stopped, when, and who asked for it. */
export function SpinsCard({ spins }: SpinsCardProps) {
  const words = useWords();
  const { t, moment } = words;
  const now = useNow(MINUTE_MS);
  return (
    <Card icon={History} title={t('wheel.spins')}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is scrolled by keys */}
      <ol className="wheel-spins scroll-rows" aria-label={t('wheel.spins')} tabIndex={0}>
        {spins.map((spin) => (
          <li key={`${spin.wheel}/${spin.n}`}>
            <strong className="words" dir="auto">
              {spin.section}
            </strong>
            <span className="card-note" dir="auto">
              {askedText(spin, words)}
            </span>
            <span className="card-note wheel-when">{moment(spin.at, now)}</span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function askedText({ by, name, beams }: WheelSpinRow, { t, number }: Words): string {
  if (by === 'donation') {
    const viewer = name || t('wheel.anonymous');
    return t('wheel.asked-donation', { viewer, count: beams ?? 0, n: number(beams ?? 0) });
  }
  return by === 'manager' ? name || t('wheel.asked-manager') : t(`wheel.asked-${by}`);
}
