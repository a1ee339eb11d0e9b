import type { ConnectionStatus } from '../../../shared/status.ts';
import { useNow, useWords } from '../context.ts';
import { type ShownState, STATE_LOOKS, TIMED_STATES } from './state-words.ts';

interface StateBadgeProps {
  readonly shown: ShownState;
  /** null before the core has spoken. */
  readonly connection: ConnectionStatus | null;
}

/** What the live stream is doing: icon, word, colour, and how long where it matters. */
export function StateBadge({ shown, connection }: StateBadgeProps) {
  const { t } = useWords();
  const { icon: Icon, tone, word, busy } = STATE_LOOKS[shown];
  return (
    <div className={`state tone-${tone}`} data-state={shown}>
      <Icon size={16} aria-hidden className={busy ? 'spinning' : undefined} />
      {/* Only the word is read out when it changes; the seconds beside it are not. */}
      <span className="state-word" role="status" aria-live="polite" aria-atomic="true">
        <span className="only-heard">{t('state.label')}: </span>
        {t(word)}
      </span>
      {connection && TIMED_STATES.has(shown) ? <SinceText since={connection.since} /> : null}
    </div>
  );
}

function SinceText({ since }: { readonly since: number }) {
  const { t, duration } = useWords();
  const now = useNow(1_000);
  return <span className="state-since">{t('state.for', { duration: duration(now - since) })}</span>;
}
