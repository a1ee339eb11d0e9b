import { beforeEach, describe, expect, it } from 'vitest';
import { Dismissals } from '../../../../renderer/dashboard/alerts/dismissals.tsx';
import { settle, VirtualClock } from '../../../support/virtual-clock.ts';
import { pageClock } from '../support.ts';

const UNDO_MS = 6_000;
const TRUST_MS = 1_000;

let clock: VirtualClock;
let sent: (number | null)[];
let takes: boolean;
let dismissals: Dismissals;
let leave: () => void;

beforeEach(() => {
  clock = new VirtualClock();
  sent = [];
  takes = true;
  dismissals = new Dismissals({
    clock: pageClock(clock),
    send: async (seq) => {
      sent.push(seq);
      return takes;
    },
  });
  leave = dismissals.subscribe(() => undefined);
  dismissals.feedUpdated([9, 8, 7]);
});

const hidden = () => [...dismissals.state().hidden].sort();

describe('dismissals', () => {
  it('hide at once and send when the last of them cannot be undone any more', async () => {
    dismissals.dismiss(8);
    await clock.advance(UNDO_MS - 1);
    dismissals.dismiss(7);
    expect(hidden()).toEqual([7, 8]);
    expect(dismissals.state().undoable).toBe(2);
    await clock.advance(UNDO_MS - 1);
    expect(sent).toEqual([]);
    await clock.advance(1);
    expect(sent).toEqual([8, 7]);
    expect(dismissals.state().undoable).toBe(0);
  });

  it('stay hidden until the feed has let go of them', async () => {
    dismissals.dismiss(8);
    await clock.advance(UNDO_MS);
    expect(hidden()).toEqual([8]);
    dismissals.feedUpdated([9, 7]);
    expect(hidden()).toEqual([]);
  });

  it('are shown again when the feed keeps them all the same', async () => {
    dismissals.dismiss(8);
    await clock.advance(UNDO_MS + TRUST_MS);
    expect(hidden()).toEqual([]);
  });

  it('of all are one command', async () => {
    dismissals.dismissAll([9, 8, 7], 70);
    expect(dismissals.state()).toMatchObject({ hidesAll: true, undoable: 70 });
    await clock.advance(UNDO_MS);
    expect(sent).toEqual([null]);
    expect(dismissals.state().hidesAll).toBe(false);
  });

  it('of all leave alone what never appeared meanwhile', async () => {
    dismissals.dismissAll([9, 8, 7], 3);
    dismissals.feedUpdated([10, 9, 8, 7]);
    expect(dismissals.state().hidden.has(10)).toBe(false);
    await clock.advance(UNDO_MS);
    expect(sent).toEqual([9, 8, 7]);
  });

  it('of all go on to be all when a newer one is dismissed by itself', async () => {
    dismissals.dismissAll([9, 8, 7], 3);
    dismissals.feedUpdated([10, 9, 8, 7]);
    dismissals.dismiss(10);
    expect(dismissals.state().undoable).toBe(4);
    await clock.advance(UNDO_MS);
    expect(sent).toEqual([null]);
  });

  it('say nothing of what was played meanwhile', async () => {
    dismissals.dismiss(8);
    dismissals.dismiss(7);
    dismissals.feedUpdated([9, 7]);
    await clock.advance(UNDO_MS);
    expect(sent).toEqual([7]);
  });

  it('that are undone are not sent', async () => {
    dismissals.dismissAll([9, 8, 7], 3);
    dismissals.undo();
    expect(dismissals.state()).toEqual({ hidden: new Set(), hidesAll: false, undoable: 0 });
    leave();
    await clock.advance(UNDO_MS);
    expect(sent).toEqual([]);
  });

  it('that were not taken are shown again', async () => {
    takes = false;
    dismissals.dismiss(8);
    await clock.advance(UNDO_MS);
    await settle();
    expect(hidden()).toEqual([]);
  });

  it('are sent, once, when nobody looks any more', async () => {
    dismissals.dismiss(8);
    leave();
    expect(sent).toEqual([8]);
    await clock.advance(UNDO_MS);
    expect(sent).toEqual([8]);
  });
});
