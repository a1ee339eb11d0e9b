import { Maximize2, MonitorOff, X } from 'lucide-react';
import { selectHasOverlay, selectLive } from '../../stores/dashboard-store.ts';
import { Button } from '../../ui/button.tsx';
import { ActionButton } from '../action-button.tsx';
import { useDashboard, useNow, useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { MessageText, ViewerName } from './event-body.tsx';

const ACTION = 'live.highlight#bar';

/** What stands large on the overlay: above the list, which does not move for it. */
export function HighlightBar() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const live = useSelect(selectLive);
  const isShown = useSelect(selectHasOverlay);
  const card = live?.highlight;
  if (!live || !card) return null;
  const ask = (seq: number | null) =>
    void dashboard.ask('live.highlight', { seq, seconds: null }, 'bar');
  const Icon = isShown ? Maximize2 : MonitorOff;
  return (
    <section
      className={`highlight-bar card-row ${isShown ? 'tone-accent' : 'tone-warn'}`}
      aria-label={t('live.highlight-now')}
    >
      <Icon size={16} aria-hidden className="highlight-icon" />
      <div className="highlight-words">
        <p className="highlight-title card-note" role="status">
          {t(isShown ? 'live.highlight-now' : 'live.highlight-unseen')}
        </p>
        <div className="highlight-said">
          <ViewerName name={card.name} badges={card.badges} role={card.role} />
          <MessageText content={card.content} emojis={card.emojis} />
        </div>
        <p className="highlight-left card-note">
          {live.highlightEndsAt === null ? (
            t('live.highlight-stay')
          ) : (
            <TimeLeft endsAt={live.highlightEndsAt} />
          )}
        </p>
      </div>
      <div className="deeds">
        {live.highlightEndsAt === null ? null : (
          <Button variant="ghost" onPress={() => ask(card.seq)}>
            {t('live.highlight-keep')}
          </Button>
        )}
        <ActionButton action={ACTION} icon={X} onPress={() => ask(null)}>
          {t('live.highlight-end')}
        </ActionButton>
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
