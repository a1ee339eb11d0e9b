import { Ban, ShieldCheck, Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { actionOf } from '../../stores/dashboard-store.ts';
import { AskDialog } from '../../ui/ask-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { ActionProblem } from '../action-problem.tsx';
import { useSelect, useWords } from '../context.ts';
import { nameOf } from './person-words.ts';
import { type BlockingInUse, type BlockWish, blockAction } from './use-blocking.ts';

/** The question before a block, what can be taken back, and what went wrong. */
export function BlockDialogs({ blocking }: { readonly blocking: BlockingInUse }) {
  const { t } = useWords();
  const { asked, done, undo } = blocking;
  return (
    <>
      {asked ? <BlockQuestion wish={asked} blocking={blocking} /> : null}
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
    </>
  );
}

interface BlockQuestionProps {
  readonly wish: BlockWish;
  readonly blocking: BlockingInUse;
}

function BlockQuestion({ wish, blocking }: BlockQuestionProps) {
  const { t, dateTime } = useWords();
  const action = blockAction(wish);
  const { phase } = useSelect(actionOf(action));
  const { change, person, until } = wish;
  // The question goes without being closed: the keyboard goes back to where it was asked.
  const [asker] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (asker instanceof HTMLElement && asker.isConnected) asker.focus();
    },
    [asker],
  );
  return (
    <AskDialog
      title={t(`people.ask-${change}`)}
      name={nameOf(person)}
      text={
        change === 'block'
          ? t('people.ask-block-text')
          : t('people.ask-unblock-text', { time: until === null ? '' : dateTime(until) })
      }
      confirm={t(change === 'block' ? 'people.block' : 'people.unblock')}
      cancel={t('people.cancel')}
      icon={change === 'block' ? Ban : ShieldCheck}
      busy={phase === 'pending'}
      onConfirm={blocking.confirm}
      onClose={blocking.cancel}
    >
      {phase === 'failed' ? <ActionProblem action={action} /> : null}
    </AskDialog>
  );
}
