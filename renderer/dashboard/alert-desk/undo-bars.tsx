import { Play, Undo2 } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { useWords } from '../context.ts';
import { alertName } from './alert-name.ts';
import type { DismissalsInUse } from './use-dismissals.ts';
import type { Rejections } from './use-rejections.ts';
import { useUndoKey } from './use-undo-key.ts';

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
