import { useCallback, useEffect, useState } from 'react';
import type { BlockedPerson, Person } from '../../../shared/contract/people.ts';
import type { ActionName } from '../../stores/dashboard-actions.ts';
import { usePage } from '../context.ts';
import { nameOf } from './person-words.ts';

/** How long a change can be taken back with one press, milliseconds. */
const UNDO_MS = 10_000;

export type BlockChange = 'block' | 'unblock';

export interface BlockWish {
  readonly change: BlockChange;
  readonly person: Person;
  /** When the block that is to be lifted would end by itself; null: it would not. */
  readonly until: BlockedPerson['until'];
}

export interface BlockingInUse {
  /** What is asked about by name; null: nothing. */
  readonly asked: BlockWish | null;
  /** What was done last and can be taken back, for a while. */
  readonly done: BlockWish | null;
  /** Whose problem is to be told outside of the question; null: nobody's. */
  readonly failed: ActionName | null;
  readonly askToBlock: (person: Person) => void;
  /** At once for a block without an end: it can be taken back as it was. Otherwise it asks. */
  readonly unblock: (person: Person, until: BlockedPerson['until']) => void;
  readonly confirm: () => void;
  readonly cancel: () => void;
  readonly undo: () => void;
}

export function blockAction({ change, person }: BlockWish): ActionName {
  return `people.${change}#${person.channelId}`;
}

/**
 * Blocks after a question by name, lifts blocks, and takes both back, on every page that does so. Nothing
 * is sent twice by itself.
 */
export function useBlocking(): BlockingInUse {
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
