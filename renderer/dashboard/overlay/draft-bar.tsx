import { CircleDashed, CircleDot, Pencil, Radio, Save, Trash2 } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { usePending, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { useEditor } from './editor-context.ts';

/** What of the edits is not on air, and the way there. */
export function DraftBar() {
  const { t } = useWords();
  const { changes, difference, isOnAir, saved, discard, putOnAir, save } = useEditor();
  const putting = usePending('overlay.put-on-air');
  const saving = usePending('overlay.save');
  const isClean = changes === 0;
  const Icon = isClean ? (isOnAir ? CircleDot : CircleDashed) : Pencil;
  return (
    <>
      <div className="draft-bar card-row" data-clean={isClean} data-on-air={isOnAir}>
        <p className="draft-state" role="status">
          <Icon size={16} aria-hidden />
          {isClean
            ? t(isOnAir ? 'draft.on-air' : 'draft.off-air')
            : t('draft.changes', { count: changes })}
        </p>
        {isClean ? null : (
          <Button variant="ghost" icon={Trash2} onPress={() => discard(saved)}>
            {t('draft.discard')}
          </Button>
        )}
        {!isOnAir && difference.count > 0 ? (
          <Button icon={Save} busy={saving} onPress={save}>
            {t('draft.save')}
          </Button>
        ) : null}
        <Button
          variant={isClean && isOnAir ? 'plain' : 'primary'}
          icon={Radio}
          busy={putting}
          disabled={isClean && isOnAir}
          onPress={putOnAir}
        >
          {t('draft.put-on-air')}
        </Button>
      </div>
      <ActionProblem action="overlay.put-on-air" />
      <ActionProblem action="overlay.save" />
    </>
  );
}
