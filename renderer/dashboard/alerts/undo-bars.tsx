import { Play, Undo2 } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '../../ui/button.tsx';
import { useWords } from '../context.ts';
import { historyKey } from '../overlay/stage-card.tsx';
import { alertName } from './alert-name.ts';
import type { DismissalsInUse } from './use-dismissals.ts';
import type { Rejections } from './use-rejections.ts';

interface UndoBarsProps {
  readonly dismissals: DismissalsInUse;
  readonly rejections: Rejections;
}

/** At the foot of the page: what was just done and can be taken back. */
export function UndoBars({ dismissals, rejections }: UndoBarsProps) {
  const words = useWords();
  const { t } = words;
  const { undoable, undo } = dismissals;
  const { last, takeBack } = rejections;
  useUndoKey(undoable > 0, undo);
  return (
    // It stands here empty, so that its filling is read out.
    <div className="undo-bars" role="status">
      {undoable > 0 ? (
        <div className="undo-bar">
          <span>{t('desk.dismissed', { count: undoable })}</span>
          <Button icon={Undo2} title={t('desk.undo-keys')} onPress={undo}>
            {t('desk.undo')}
          </Button>
        </div>
      ) : null}
      {last ? (
        <div className="undo-bar">
          <span className="undo-what">
            {t('desk.rejected', { name: alertName(last.event, words) })}
          </span>
          <Button icon={Play} onPress={takeBack}>
            {t('desk.play-after-all')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

/**
 * Ctrl+Z (⌘Z) takes back what the page offers to, wherever the keyboard is: the button for it stands at
 * the foot of the page and does not wait for somebody on the way there. Text keeps its own undo.
 */
function useUndoKey(isOffered: boolean, undo: () => void): void {
  useEffect(() => {
    if (!isOffered) return undefined;
    const press = (event: KeyboardEvent) => {
      if (historyKey(event, event.target) !== 'undo') return;
      event.preventDefault();
      undo();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isOffered, undo]);
}
