import { Maximize2 } from 'lucide-react';
import { actionOf, selectLive } from '../../stores/dashboard-store.ts';
import { Button } from '../../ui/button.tsx';
import { ActionProblem } from '../action-problem.tsx';
import { useDashboard, useNow, useSelect, useWords } from '../context.ts';
import { MessageText } from './message-text.tsx';
import { Who } from './who.tsx';

const ACTION = 'live.highlight#bar';

/** What stands large on the overlay, for how long, and the way to take it off. */
export function HighlightBar() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const live = useSelect(selectLive);
  const { phase } = useSelect(actionOf(ACTION));
  const card = live?.highlight;
  if (!live || !card) return null;
  const ask = (seq: number | null) =>
    void dashboard.ask('live.highlight', { seq, seconds: null }, 'bar');
  return (
    <section className="highlight-bar" aria-label={t('live.highlight-now')}>
      <Maximize2 size={16} aria-hidden className="highlight-icon" />
      <div className="highlight-words">
        <p className="highlight-title" role="status">
          {t('live.highlight-now')}
        </p>
        <div className="highlight-said">
          <Who name={card.name} badges={card.badges} role={card.role} />
          <MessageText content={card.content} emojis={card.emojis} />
        </div>
        <p className="highlight-left">
          {live.highlightEndsAt === null ? (
            t('live.highlight-stay')
          ) : (
            <TimeLeft endsAt={live.highlightEndsAt} />
          )}
        </p>
      </div>
      <div className="highlight-buttons">
        {live.highlightEndsAt === null ? null : (
          <Button variant="ghost" onPress={() => ask(card.seq)}>
            {t('live.highlight-keep')}
          </Button>
        )}
        <Button busy={phase === 'pending'} onPress={() => ask(null)}>
          {t('live.highlight-end')}
        </Button>
      </div>
      <ActionProblem action={ACTION} />
    </section>
  );
}

function TimeLeft({ endsAt }: { readonly endsAt: number }) {
  const { t, duration } = useWords();
  const now = useNow(1_000);
  return <>{t('live.highlight-left', { duration: duration(Math.max(0, endsAt - now)) })}</>;
}
