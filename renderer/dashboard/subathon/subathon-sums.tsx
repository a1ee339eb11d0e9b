import { CirclePlus } from 'lucide-react';
import type { SubathonRule, SubathonView } from '../../../shared/contract/subathon.ts';
import { formatMoney } from '../../../shared/money.ts';
import type { Words } from '../../i18n/dashboard.ts';
import { Card } from '../../ui/card.tsx';
import { clockText } from '../../widgets/countdown.ts';
import { addedText } from '../../widgets/subathon-left.ts';
import { useWords } from '../context.ts';

/** What added how much: by rule, by hand, and the last additions. */
export function SubathonSumsCard({ clock }: { readonly clock: SubathonView }) {
  const words = useWords();
  const { t } = words;
  const { tallies, earlier, hand, recent } = clock;
  const sum = tallies.reduce((all, { ms }) => all + ms, earlier.ms + hand.added - hand.taken);
  return (
    <Card icon={CirclePlus} title={t('subathon.sums')} aside={addedText(sum)}>
      <ul className="subathon-list" aria-label={t('subathon.by-rule')}>
        {tallies.map(({ rule, count, ms }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rules keep their places
          <li key={at}>
            <span className="words">{ruleText(rule, words)}</span>
            <strong>{addedText(ms)}</strong>
            <span className="card-note">{t('subathon.events', { count })}</span>
          </li>
        ))}
        {earlier.count > 0 ? (
          <li>
            <span className="words">{t('subathon.earlier')}</span>
            <strong>{addedText(earlier.ms)}</strong>
            <span className="card-note">{t('subathon.events', { count: earlier.count })}</span>
          </li>
        ) : null}
        <li>
          <span>{t('subathon.hand')}</span>
          <strong>
            {addedText(hand.added)}
            {hand.taken > 0 ? ` ${addedText(-hand.taken)}` : null}
          </strong>
        </li>
      </ul>
      <h3>{t('subathon.recent')}</h3>
      {recent.length === 0 ? (
        <p className="card-note">{t('subathon.recent-none')}</p>
      ) : (
        <ol className="subathon-list" aria-label={t('subathon.recent')}>
          {recent.map(({ seq, by, name, ms }) => (
            <li key={seq}>
              <span className="words">
                {by === 'hand' ? t('subathon.hand') : (name ?? t('subathon.anonymous'))}
              </span>
              <strong>{addedText(ms)}</strong>
              {by === 'hand' ? null : <span className="card-note">{t(`subathon.${by}`)}</span>}
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}

/** What it adds for what: `+0:01 per 100 beams`. */
function ruleText(rule: SubathonRule, { t, number, language }: Words): string {
  const time = clockText(rule.seconds);
  switch (rule.by) {
    case 'donation':
    case 'cheering':
      return t(`subathon.rule-${rule.by}`, { per: number(rule.per), time });
    case 'subscription':
      return rule.tier === null
        ? t('subathon.rule-subscription', { time })
        : t('subathon.rule-tier', { tier: rule.tier, time });
    default:
      return t('subathon.rule-purchase', {
        per: formatMoney(rule.per, rule.currency, language),
        time,
      });
  }
}
