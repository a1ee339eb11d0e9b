import { describe, expect, it } from 'vitest';
import { viewerHider } from '../../../electron/features/live/hidden-viewers.ts';
import { DEFAULT_OVERLAY, type OverlaySettings } from '../../../shared/overlay/overlay-settings.ts';
import { chatSettingsSchema, layoutSchema, type Widget } from '../../../shared/overlay/widgets.ts';

const HIDDEN_MOST = 200;

const layout = layoutSchema.parse([
  { id: 'chat', kind: 'chat', box: { x: 0, y: 0, width: 0.3, height: 0.5 } },
  { id: 'second', kind: 'chat', box: { x: 0.5, y: 0, width: 0.3, height: 0.5 } },
  { id: 'alerts', kind: 'alerts', box: { x: 0.2, y: 0, width: 0.3, height: 0.5 } },
]);

function setUp() {
  const draft = layoutSchema.parse(layout.slice(1));
  const other = { id: 'layout-2', name: 'game', layout, draft };
  let settings: OverlaySettings = { ...DEFAULT_OVERLAY, layout, layouts: [other] };
  let changes = 0;
  const overlay = {
    // Written to the disk before it applies; one after the other.
    async edit(change: (now: OverlaySettings) => OverlaySettings) {
      await Promise.resolve();
      const next = change(settings);
      if (next !== settings) changes += 1;
      settings = next;
    },
  };
  const usersOf = () =>
    settings.layout
      .filter((widget): widget is Widget<'chat'> => widget.kind === 'chat')
      .map((widget) => widget.settings.hide.users);
  const everywhere = () => JSON.stringify(settings).match(/"users":\[[^\]]*\]/g) ?? [];
  return { viewers: { set: viewerHider(overlay) }, usersOf, everywhere, changes: () => changes };
}

describe('hiding a viewer on the overlay', () => {
  it('hides them on every chat, and shows them again', async () => {
    const { viewers, usersOf, changes } = setUp();
    await viewers.set('v1', true);
    expect(usersOf()).toEqual([['v1'], ['v1']]);
    await viewers.set('v1', true);
    expect(changes()).toBe(1);
    await viewers.set('v1', false);
    expect(usersOf()).toEqual([[], []]);
  });

  it('hides them in layouts that are not on air and in drafts too', async () => {
    const { viewers, everywhere } = setUp();
    await viewers.set('v1', true);
    expect(everywhere()).toEqual(Array.from({ length: 5 }, () => '"users":["v1"]'));
  });

  it('loses nobody when two are hidden at once', async () => {
    const { viewers, usersOf } = setUp();
    await Promise.all([viewers.set('v1', true), viewers.set('v2', true)]);
    expect(usersOf()).toEqual([
      ['v1', 'v2'],
      ['v1', 'v2'],
    ]);
  });

  it('says so when the list is full, and changes nothing', async () => {
    const { viewers, usersOf } = setUp();
    for (let index = 0; index < HIDDEN_MOST; index += 1) await viewers.set(`v${index}`, true);
    await expect(viewers.set('one-more', true)).rejects.toMatchObject({
      problem: { code: 'live-hide-list-full' },
    });
    expect(usersOf()[0]).toHaveLength(HIDDEN_MOST);
    await viewers.set('v0', false);
    await viewers.set('one-more', true);
    expect(usersOf()[0]).toContain('one-more');
  });

  it('takes as many as the settings do', () => {
    const users = (count: number) => ({ hide: { users: Array.from({ length: count }, String) } });
    expect(chatSettingsSchema.safeParse(users(HIDDEN_MOST)).success).toBe(true);
    expect(chatSettingsSchema.safeParse(users(HIDDEN_MOST + 1)).success).toBe(false);
  });
});
