import { beforeEach, describe, expect, it } from 'vitest';
import { withShown } from '../../../../renderer/dashboard/overlay/layout-edit.ts';
import {
  type Edited,
  type EditedField,
  OverlayEdits,
} from '../../../../renderer/dashboard/overlay/overlay-edits.ts';
import { movedBy } from '../../../../renderer/dashboard/reordered.ts';
import { DEFAULT_OVERLAY } from '../../../../shared/overlay/overlay-settings.ts';
import type { Layout } from '../../../../shared/overlay/widgets.ts';
import { settle, VirtualClock } from '../../../support/virtual-clock.ts';
import { pageClock } from '../support.ts';

let clock: VirtualClock;
let edits: OverlayEdits;
let sent: { field: EditedField; value: Edited[EditedField] }[];
let answers: ((taken: boolean) => void)[];
let stop: () => void;

const LAYOUT = DEFAULT_OVERLAY.layout;
const OWN_STEP = { tag: null };
const hidden = (id: string, layout: Layout = LAYOUT) => withShown(layout, id, false);

beforeEach(() => {
  clock = new VirtualClock();
  sent = [];
  answers = [];
  edits = new OverlayEdits(DEFAULT_OVERLAY, {
    clock: pageClock(clock),
    send: (field, value) => {
      sent.push({ field, value });
      return new Promise((resolve) => answers.push(resolve));
    },
  });
  stop = edits.subscribe(() => {});
});

/** The core takes what was sent and says it in the feed, with its fields in another order. */
async function taken(): Promise<void> {
  const last = sent.at(-1);
  answers.shift()?.(true);
  await settle();
  if (last) edits.feedUpdated({ ...DEFAULT_OVERLAY, [last.field]: turned(last.value) });
  await clock.advance(100);
}

function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, part]) => [key, turned(part)]),
  );
}

const foreign = (layout: Layout): Edited => ({ ...DEFAULT_OVERLAY, layout });

it('sends what waits in every field before the page goes', () => {
  edits.change('layout', hidden('chat'), OWN_STEP);
  edits.change('layout', hidden('alerts'), OWN_STEP);
  expect(sent).toHaveLength(1);
  edits.sendNow();
  expect(sent.map(({ value }) => value)).toEqual([hidden('chat'), hidden('alerts')]);
});

describe('a change', () => {
  it('is shown and sent at once', () => {
    edits.change('layout', hidden('chat'), OWN_STEP);
    expect(edits.state().layout).toEqual(hidden('chat'));
    expect(sent).toEqual([{ field: 'layout', value: hidden('chat') }]);
  });

  it('of the same value is none', () => {
    edits.change('layout', edits.state().layout, OWN_STEP);
    expect(sent).toEqual([]);
    expect(edits.state().canUndo).toBe(false);
  });

  it('that the core refuses is shown no more', async () => {
    edits.change('layout', hidden('chat'), OWN_STEP);
    answers.shift()?.(false);
    await settle();
    expect(edits.state().layout).toBe(LAYOUT);
  });

  it('of the theme does not wait for one of the layout', () => {
    edits.change('layout', hidden('chat'), OWN_STEP);
    edits.change('theme', { base: 'neon', tokens: {}, css: '' }, OWN_STEP);
    expect(sent.map(({ field }) => field)).toEqual(['layout', 'theme']);
  });

  it('that still waits is sent when the page goes away', async () => {
    edits.change('layout', hidden('chat'), OWN_STEP);
    answers.shift()?.(true);
    await settle();
    edits.change('layout', hidden('alerts'), OWN_STEP);
    expect(sent).toHaveLength(1);
    stop();
    expect(sent.at(-1)?.value).toEqual(hidden('alerts'));
  });

  it('tells its listeners, and only changes do', async () => {
    let told = 0;
    edits.subscribe(() => {
      told += 1;
    });
    edits.change('layout', hidden('chat'), OWN_STEP);
    expect(told).toBe(1);
    const state = edits.state();
    edits.change('layout', state.layout, OWN_STEP);
    expect(told).toBe(1);
    expect(edits.state()).toBe(state);
  });
});

describe('the way back', () => {
  it('undoes and does again, and sends both', async () => {
    edits.change('layout', hidden('chat'), OWN_STEP);
    await taken();
    edits.undo();
    expect(edits.state().layout).toEqual(LAYOUT);
    expect(sent.at(-1)?.value).toEqual(LAYOUT);
    expect(edits.state().canRedo).toBe(true);
    await taken();
    edits.redo();
    expect(sent.at(-1)?.value).toEqual(hidden('chat'));
  });

  it('takes a drag as one step', () => {
    const drag = { tag: 'gesture:1', gesture: true };
    edits.change('layout', hidden('chat'), drag);
    edits.change('layout', movedBy(LAYOUT, 'chat', 1), drag);
    edits.undo();
    expect(edits.state().layout).toBe(LAYOUT);
    expect(edits.state().canUndo).toBe(false);
  });

  it('restores the theme alone when only the theme was changed', () => {
    edits.change('theme', { base: 'neon', tokens: {}, css: '' }, OWN_STEP);
    edits.undo();
    expect(edits.state().theme).toEqual(DEFAULT_OVERLAY.theme);
    expect(sent.every(({ field }) => field === 'theme')).toBe(true);
  });

  it('leaves the theme alone when the feed has only said it once more', async () => {
    edits.change('layout', hidden('chat'), OWN_STEP);
    await taken();
    edits.feedUpdated({ ...foreign(hidden('chat')), theme: { ...DEFAULT_OVERLAY.theme } });
    edits.undo();
    expect(sent.map(({ field }) => field)).toEqual(['layout', 'layout']);
  });

  it('does nothing where there is none', () => {
    edits.undo();
    edits.redo();
    expect(sent).toEqual([]);
  });

  it('stays although the feed says what was sent, in whatever order of fields', async () => {
    edits.change('layout', hidden('chat'), OWN_STEP);
    await taken();
    expect(edits.state().canUndo).toBe(true);
    expect(edits.state().layout).toEqual(hidden('chat'));
  });

  it('stays although the feed only says the last of many changes', async () => {
    edits.change('layout', hidden('chat'), OWN_STEP);
    answers.shift()?.(true);
    await clock.advance(100);
    edits.change('layout', hidden('alerts'), OWN_STEP);
    await taken();
    expect(edits.state().canUndo).toBe(true);
  });

  it('ends when another dashboard changes something, which is then shown', async () => {
    edits.change('layout', hidden('chat'), OWN_STEP);
    await taken();
    edits.feedUpdated(foreign(hidden('tallies')));
    expect(edits.state().layout).toEqual(hidden('tallies'));
    expect(edits.state().canUndo).toBe(false);
  });

  it('ends also when the other dashboard brings back what this one had sent earlier', async () => {
    edits.change('layout', hidden('chat'), OWN_STEP);
    await taken();
    edits.change('layout', hidden('alerts'), OWN_STEP);
    await taken();
    edits.feedUpdated(foreign(hidden('chat')));
    expect(edits.state().canUndo).toBe(false);
  });

  it('stays when the feed speaks of something else', async () => {
    edits.change('layout', hidden('chat'), OWN_STEP);
    await taken();
    edits.feedUpdated(foreign([...hidden('chat')]));
    expect(edits.state().canUndo).toBe(true);
  });
});
