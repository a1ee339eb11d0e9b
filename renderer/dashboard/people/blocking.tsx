import { Ban, ShieldCheck, Undo2 } from 'lucide-react';
import { type FormEvent, useCallback, useEffect, useId, useState } from 'react';
import {
  type BlockedPerson,
  type ChannelIdsFault,
  channelIdsIn,
  faultOfChannelIds,
  type Person,
} from '../../../shared/contract/people.ts';
import type { Words } from '../../i18n/dashboard.ts';
import type { ActionName } from '../../stores/dashboard-actions.ts';
import { actionOf, selectStatus } from '../../stores/dashboard-store.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { AskDialog } from '../../ui/dialog.tsx';
import { Entry } from '../../ui/fields.tsx';
import { rememberFocus } from '../../ui/keep-focus.ts';
import { useDashboard, usePage, useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { ObstacleNote } from './obstacle-note.tsx';
import { nameOf } from './person-row.tsx';
import { useObstacle } from './use-people.ts';

/** How long a change can be undone, milliseconds. */
const UNDO_MS = 10_000;

type BlockChange = 'block' | 'unblock';

interface BlockWish {
  readonly change: BlockChange;
  readonly person: Person;
  /** When the block ends by itself; null if never. */
  readonly until: BlockedPerson['until'];
}

export interface BlockingState {
  /** The change that waits for confirmation; null if none. */
  readonly asked: BlockWish | null;
  /** The last change, while it can be undone; null if none. */
  readonly done: BlockWish | null;
  /** The failed action to show outside the question; null if none. */
  readonly failed: ActionName | null;
  readonly askToBlock: (person: Person) => void;
  /**
   * Unblocks a permanent block at once, because it can be restored exactly; otherwise asks first.
   */
  readonly unblock: (person: Person, until: BlockedPerson['until']) => void;
  readonly confirm: () => void;
  readonly cancel: () => void;
  readonly undo: () => void;
}

function blockAction({ change, person }: BlockWish): ActionName {
  return `people.${change}#${person.channelId}`;
}

/**
 * Blocks after confirmation, unblocks, and undoes both, for all pages. Nothing is resent
 * automatically.
 */
export function useBlocking(): BlockingState {
  const { dashboard, host } = usePage();
  const [asked, setAsked] = useState<BlockWish | null>(null);
  const [done, setDone] = useState<BlockWish | null>(null);
  const [failed, setFailed] = useState<ActionName | null>(null);
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
      if (answer === null) setFailed(blockAction(wish));
      else setDone(wish);
      return answer !== null;
    },
    [dashboard],
  );
  const askToBlock = useCallback(
    (person: Person) => setAsked({ change: 'block', person, until: null }),
    [],
  );
  const unblock = useCallback(
    (person: Person, until: BlockedPerson['until']) => {
      const wish: BlockWish = { change: 'unblock', person, until };
      if (until === null) void send(wish);
      else setAsked(wish);
    },
    [send],
  );
  return {
    asked,
    done,
    failed: asked ? null : failed,
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

interface BlockButtonProps {
  readonly person: Person;
  readonly onAsk: BlockingState['askToBlock'];
}

/** Asks whether to block a viewer. Not drawn for the own channel. */
export function BlockButton({ person, onAsk }: BlockButtonProps) {
  const { t } = useWords();
  const obstacle = useObstacle('WRITE:USER_BLOCK');
  const own = useSelect(selectStatus)?.account?.channelId;
  if (person.channelId === own) return null;
  const name = nameOf(person);
  return (
    <IconButton
      icon={Ban}
      label={obstacle ? t('people.cannot-block', { name }) : t('people.block-one', { name })}
      disabled={obstacle !== null}
      onPress={() => onAsk(person)}
    />
  );
}

interface UnblockButtonProps {
  readonly person: Person;
  readonly until: BlockedPerson['until'];
  readonly onUnblock: BlockingState['unblock'];
}

export function UnblockButton({ person, until, onUnblock }: UnblockButtonProps) {
  const { t } = useWords();
  const obstacle = useObstacle('WRITE:USER_BLOCK');
  const { phase } = useSelect(actionOf(`people.unblock#${person.channelId}`));
  const name = nameOf(person);
  return (
    <IconButton
      icon={ShieldCheck}
      label={obstacle ? t('people.cannot-unblock', { name }) : t('people.unblock-one', { name })}
      busy={phase === 'pending'}
      disabled={obstacle !== null}
      onPress={() => onUnblock(person, until)}
    />
  );
}

interface BlockingProps {
  readonly blocking: BlockingState;
}

/** The confirmation, the undo offer, and problems. */
export function BlockDialogs({ blocking }: BlockingProps) {
  return (
    <>
      <BlockDialog blocking={blocking} />
      <BlockUndo blocking={blocking} />
    </>
  );
}

/** The confirmation before a block; nothing while there is no question. */
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
  // The dialog is removed without closing, so the focus is restored here.
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

/** Blocks a channel by its id: looks it up first, so the question can name it. */
export function BlockCard({ blocking }: { readonly blocking: BlockingState }) {
  const words = useWords();
  const { t } = words;
  const dashboard = useDashboard();
  const id = useId();
  const own = useSelect(selectStatus)?.account?.channelId;
  const obstacle = useObstacle('WRITE:USER_BLOCK');
  const { phase } = useSelect(actionOf('people.lookup#block'));
  const whyNot = obstacle && obstacle.kind !== 'scope' ? t(`people.${obstacle.kind}`) : null;
  const [typed, setTyped] = useState('');
  /** Why the submitted text is no channel; null if it is fine. */
  const [told, setTold] = useState<string | null>(null);
  const lookUp = async () => {
    const [channelId = ''] = channelIdsIn(typed);
    const fault = faultOfChannelIds(typed, 1);
    if (fault) return setTold(faultText(fault, words));
    if (channelId === own) return setTold(t('people.fault-own'));
    if (obstacle) return;
    setTold(null);
    const answer = await dashboard.ask('people.lookup', { query: channelId }, 'block');
    if (!answer) return;
    const [channel] = answer.channels;
    if (channel) blocking.askToBlock(channel);
    else setTold(t('people.fault-nobody', { id: channelId }));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void lookUp();
  };
  return (
    <Card icon={Ban} title={t('people.block-title')}>
      {obstacle?.kind === 'scope' ? <ObstacleNote obstacle={obstacle} /> : null}
      <form className="people-form" onSubmit={submit} noValidate>
        <Entry
          id={id}
          label={t('people.block-id')}
          note={told ?? whyNot ?? t('people.block-note')}
          faulty={told !== null}
        >
          <input
            id={id}
            type="text"
            className="entry-field"
            value={typed}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            placeholder={t('people.id-example')}
            aria-invalid={told !== null}
            aria-describedby={`${id}note`}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setTold(null);
            }}
          />
        </Entry>
        <Button
          icon={Ban}
          busy={phase === 'pending'}
          disabled={obstacle !== null}
          onPress={() => void lookUp()}
        >
          {t('people.block-ask')}
        </Button>
      </form>
      <ActionProblem action="people.lookup#block" />
    </Card>
  );
}

/** The fault in typed channel ids, and how to fix it. */
export function faultText(fault: ChannelIdsFault, { t }: Words): string {
  switch (fault.kind) {
    case 'none':
      return t('people.fault-none');
    case 'too-many':
      return t('people.fault-too-many', { count: fault.count, most: fault.most });
    case 'address':
    case 'handle':
    case 'dots':
    case 'too-long':
      return t(`people.fault-${fault.kind}`, { id: [...fault.id].slice(0, 40).join('') });
  }
}
