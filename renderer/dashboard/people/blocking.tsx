import { Ban, ShieldCheck, Undo2 } from 'lucide-react';
import { useCallback, useContext, useEffect, useState } from 'react';
import {
  type BlockedPerson,
  channelIdsIn,
  faultOfChannelIds,
  type Person,
} from '../../../shared/contract/people.ts';
import type { ActionName, ActionState } from '../../stores/dashboard-actions.ts';
import { selectStatus } from '../../stores/dashboard-store.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { AskDialog } from '../../ui/dialog.tsx';
import { rememberFocus } from '../../ui/keep-focus.ts';
import { ActionButton, ActionIconButton } from '../action-button.tsx';
import { useDashboard, usePage, usePending, useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { ChannelIdForm, faultText } from './channel-id-form.tsx';
import { ObstacleNote } from './obstacle-note.tsx';
import { nameOf, PersonActions } from './person-row.tsx';
import { useObstacle } from './use-people.ts';

/** How long a change can be undone, milliseconds. */
const UNDO_MS = 10_000;

interface BlockWish {
  readonly change: 'block' | 'unblock';
  readonly person: Person;
  /** When the block ends by itself; null if never. */
  readonly until: BlockedPerson['until'];
}

function blockAction({ change, person }: BlockWish): ActionName {
  return `people.${change}#${person.channelId}`;
}

function isFoundDone(action: ActionState | undefined): boolean {
  return action?.phase === 'found' && action.isDone;
}

export type BlockingState = ReturnType<typeof useBlocking>;

/** Blocks after confirmation, unblocks, and undoes both. Nothing is resent automatically. */
export function useBlocking() {
  const { dashboard, host } = usePage();
  /** The change that waits for confirmation; null if none. */
  const [asked, setAsked] = useState<BlockWish | null>(null);
  /** The last change, while it can be undone; null if none. */
  const [done, setDone] = useState<BlockWish | null>(null);
  /** The change that failed; null if none. */
  const [failed, setFailed] = useState<BlockWish | null>(null);
  const failedAction = failed && blockAction(failed);
  const wasDone = useSelect(
    ({ actions }) => failedAction !== null && isFoundDone(actions[failedAction]),
  );
  useEffect(() => {
    if (!wasDone) return;
    // Its answer was lost, and a look found it done.
    setDone(failed);
    setFailed(null);
    setAsked(null);
  }, [wasDone, failed]);
  useEffect(
    () => (done ? host.clock.after(UNDO_MS, () => setDone(null)) : undefined),
    [done, host],
  );
  const send = useCallback(
    async (wish: BlockWish): Promise<boolean> => {
      const { channelId } = wish.person;
      const name = [...nameOf(wish.person)].slice(0, 100).join('');
      setFailed(null);
      setDone(null);
      const answer = await dashboard.ask(`people.${wish.change}`, { channelId, name }, channelId);
      if (answer === null) setFailed(wish);
      else setDone(wish);
      return answer !== null;
    },
    [dashboard],
  );
  const askToBlock = useCallback(
    (person: Person) => setAsked({ change: 'block', person, until: null }),
    [],
  );
  /** Unblocks a permanent block at once, because it can be restored exactly; otherwise asks first. */
  const unblock = useCallback(
    (person: Person, until: BlockWish['until']) => {
      const wish: BlockWish = { change: 'unblock', person, until };
      if (until === null) void send(wish);
      else setAsked(wish);
    },
    [send],
  );
  return {
    asked,
    done,
    /** The failed action to show outside the question; null if none. */
    failed: asked ? null : failedAction,
    askToBlock,
    unblock,
    async confirm() {
      if (asked && (await send(asked))) setAsked(null);
    },
    cancel() {
      setAsked(null);
      setFailed(null);
    },
    undo() {
      if (!done) return;
      void send({ ...done, change: done.change === 'block' ? 'unblock' : 'block', until: null });
    },
  };
}

/** Asks whether to block a viewer. Not drawn for the own channel. */
export function BlockButton({ person }: { readonly person: Person }) {
  const { t } = useWords();
  const { askToBlock } = useContext(PersonActions);
  const obstacle = useObstacle('WRITE:USER_BLOCK');
  const own = useSelect(selectStatus)?.account?.channelId;
  if (person.channelId === own) return null;
  const name = nameOf(person);
  return (
    <IconButton
      icon={Ban}
      label={obstacle ? t('people.cannot-block', { name }) : t('people.block-one', { name })}
      disabled={obstacle !== null}
      onPress={() => askToBlock(person)}
    />
  );
}

export function UnblockButton({ person }: { readonly person: BlockedPerson }) {
  const { t } = useWords();
  const { unblock } = useContext(PersonActions);
  const obstacle = useObstacle('WRITE:USER_BLOCK');
  const name = nameOf(person);
  return (
    <ActionIconButton
      action={`people.unblock#${person.channelId}`}
      icon={ShieldCheck}
      label={obstacle ? t('people.cannot-unblock', { name }) : t('people.unblock-one', { name })}
      disabled={obstacle !== null}
      onPress={() => unblock(person, person.until)}
    />
  );
}

interface BlockingProps {
  readonly blocking: BlockingState;
}

export function BlockDialogs({ blocking }: BlockingProps) {
  return (
    <>
      <BlockDialog blocking={blocking} />
      <BlockUndo blocking={blocking} />
    </>
  );
}

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

function BlockQuestion({ wish, blocking }: BlockingProps & { readonly wish: BlockWish }) {
  const { t, dateTime } = useWords();
  const action = blockAction(wish);
  const obstacle = useObstacle('WRITE:USER_BLOCK');
  const { change, person, until } = wish;
  const unblockText =
    typeof until === 'number'
      ? t('people.ask-unblock-text', { time: dateTime(until) })
      : t('people.ask-unblock-unknown');
  // The dialog is removed without closing, so the focus is restored here.
  const [goBack] = useState(rememberFocus);
  useEffect(() => goBack, [goBack]);
  return (
    <AskDialog
      title={t(`people.ask-${change}`)}
      name={nameOf(person)}
      text={change === 'block' ? t('people.ask-block-text') : unblockText}
      confirm={t(`people.${change}`)}
      cancel={t('people.cancel')}
      icon={change === 'block' ? Ban : ShieldCheck}
      busy={usePending(action)}
      disabled={obstacle !== null}
      onConfirm={blocking.confirm}
      onClose={blocking.cancel}
    >
      <ActionProblem action={action} />
      {obstacle ? <ObstacleNote obstacle={obstacle} /> : null}
    </AskDialog>
  );
}

/** Blocks a channel by its id: looks it up first, so the question can name it. */
export function BlockCard({ onAsk }: { readonly onAsk: BlockingState['askToBlock'] }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const own = useSelect(selectStatus)?.account?.channelId;
  const obstacle = useObstacle('WRITE:USER_BLOCK');
  const whyNot = obstacle && obstacle.kind !== 'scope' ? t(`people.${obstacle.kind}`) : null;
  const [typed, setTyped] = useState('');
  /** Why the submitted text is no channel; null if it is fine. */
  const [told, setTold] = useState<string | null>(null);
  const lookUp = async () => {
    const [channelId = ''] = channelIdsIn(typed);
    const fault = faultOfChannelIds(typed, 1);
    if (fault) return setTold(faultText(fault, t));
    if (channelId === own) return setTold(t('people.fault-own'));
    if (obstacle) return;
    setTold(null);
    const answer = await dashboard.ask('people.lookup', { query: channelId }, 'block');
    if (!answer) return;
    const [channel] = answer.channels;
    if (channel) onAsk(channel);
    else setTold(t('people.fault-nobody', { id: channelId }));
  };
  return (
    <Card icon={Ban} title={t('people.block-title')}>
      {obstacle?.kind === 'scope' ? <ObstacleNote obstacle={obstacle} /> : null}
      <ChannelIdForm
        label={t('people.block-id')}
        note={told ?? whyNot ?? t('people.block-note')}
        faulty={told !== null}
        value={typed}
        onChange={(text) => {
          setTyped(text);
          setTold(null);
        }}
        onSubmit={() => void lookUp()}
      >
        <ActionButton
          action="people.lookup#block"
          icon={Ban}
          disabled={obstacle !== null}
          onPress={() => void lookUp()}
        >
          {t('people.block-ask')}
        </ActionButton>
      </ChannelIdForm>
      <ActionProblem action="people.lookup#block" />
    </Card>
  );
}
