import type { ConnectionStatus } from '../../../shared/status.ts';
import { useNow, useWords } from '../context.ts';
import { reasonText, type ShownState, STATE_LOOKS, TIMED_STATES } from './state-words.ts';

interface StateBadgeProps {
  readonly shown: ShownState;
  /** null before the core has spoken. */
  readonly connection: ConnectionStatus | null;
}

/** What the live stream is doing: icon, word, colour, and how long where it matters. */
export function StateBadge({ shown, connection }: StateBadgeProps) {
  const words = useWords();
  const { icon: Icon, tone, word, busy } = STATE_LOOKS[shown];
  const reason = shown === 'unreachable' ? null : reasonText(connection?.reason ?? null, words);
  return (
    <div className={`state tone-${tone}`} data-state={shown} title={reason ?? undefined}>
      <Icon size={16} aria-hidden className={busy ? 'spinning' : undefined} />
      {/* Only the word is read out when it changes; the seconds beside it are not. */}
      <span className="state-word" role="status" aria-live="polite" aria-atomic="true">
        <span className="only-heard">{words.t('state.label')}: </span>
        {words.t(word)}
        {reason ? <span className="only-heard">. {reason}</span> : null}
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
