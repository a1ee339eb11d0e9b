import { Ban, ShieldCheck, Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { actionOf } from '../../stores/dashboard-store.ts';
import { AskDialog } from '../../ui/ask-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { rememberFocus } from '../../ui/focus-back.ts';
import { ActionProblem } from '../action-problem.tsx';
import { useSelect, useWords } from '../context.ts';
import { ObstacleNote } from './obstacle-note.tsx';
import { nameOf } from './person-words.ts';
import { type BlockingInUse, type BlockWish, blockAction } from './use-blocking.ts';
import { useObstacle } from './use-people.ts';

interface BlockingProps {
  readonly blocking: BlockingInUse;
}

/** The question before a block, what can be taken back, and what went wrong. */
export function BlockDialogs({ blocking }: BlockingProps) {
  return (
    <>
      <BlockDialog blocking={blocking} />
      <BlockUndo blocking={blocking} />
    </>
  );
}

/** Asks by name before somebody is blocked, wherever that is wanted; nothing while it is not. */
export function BlockDialog({ blocking }: BlockingProps) {
  return blocking.asked ? <BlockQuestion wish={blocking.asked} blocking={blocking} /> : null;
}

function BlockUndo({ blocking: { done, undo } }: BlockingProps) {
  const { t } = useWords();
  return (
    <div className="undo-bars" role="status">
      {done ? (
        <div className="undo-bar">
          <span className="undo-what">
            {t(`people.done-${done.change}`, { name: nameOf(done.person) })}
          </span>
          {done.until === null ? (
            <Button icon={Undo2} onPress={undo}>
              {t('people.undo')}
            </Button>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

interface BlockQuestionProps extends BlockingProps {
  readonly wish: BlockWish;
}

function BlockQuestion({ wish, blocking }: BlockQuestionProps) {
  const { t, dateTime } = useWords();
  const action = blockAction(wish);
  const { phase } = useSelect(actionOf(action));
  const obstacle = useObstacle('WRITE:USER_BLOCK');
  const { change, person, until } = wish;
  // The question goes without being closed: the keyboard goes back to where it was asked.
  const [goBack] = useState(rememberFocus);
  useEffect(() => goBack, [goBack]);
  return (
    <AskDialog
      title={t(`people.ask-${change}`)}
      name={nameOf(person)}
      text={
        change === 'block'
          ? t('people.ask-block-text')
          : typeof until === 'number'
            ? t('people.ask-unblock-text', { time: dateTime(until) })
            : t('people.ask-unblock-unknown')
      }
      confirm={t(change === 'block' ? 'people.block' : 'people.unblock')}
      cancel={t('people.cancel')}
      icon={change === 'block' ? Ban : ShieldCheck}
      busy={phase === 'pending'}
      disabled={obstacle !== null}
      onConfirm={blocking.confirm}
      onClose={blocking.cancel}
    >
      <ActionProblem action={action} />
      {obstacle ? <ObstacleNote obstacle={obstacle} /> : null}
    </AskDialog>
  );
}
