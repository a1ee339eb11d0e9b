import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { drawDashboard, openPlace } from './draw-dashboard.tsx';
import { deskWith } from './drops/drops-support.tsx';

const places = () => within(screen.getByRole('navigation', { name: 'View' }));
const tab = (name: string | RegExp) => screen.getByRole('tab', { name });
const missing = [{ scope: 'READ:DONATION', disables: { key: 'problem.events-donation' } as const }];

describe('the places', () => {
  it('are seven and the settings; the present one is marked', async () => {
    await drawDashboard({ language: 'en' });
    const names = places()
      .getAllByRole('button')
      .map((button) => button.getAttribute('title'));
    expect(names).toEqual([
      ...['Live', 'Alerts', 'Overlay', 'Show kit', 'Stream', 'Viewers', 'History', 'Settings'],
    ]);
    expect(screen.queryByRole('region', { name: 'Timeline' })).toBeNull();
    openPlace('settings', 'connection');
    const settings = places().getByRole('button', { name: /^Settings/ });
    expect(settings).toHaveAttribute('aria-current', 'page');
    expect(screen.getByRole('region', { name: 'Timeline' })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Latest events' })).toBeNull();
    openPlace('live');
    expect(screen.getByRole('region', { name: 'Latest events' })).toBeVisible();
  });

  it('of several parts show one, by its tab or its arrows', async () => {
    await drawDashboard({ language: 'en' });
    openPlace('history');
    expect(tab('Records')).toHaveAttribute('aria-selected', 'true');
    fireEvent.keyDown(tab('Records'), { key: 'ArrowRight' });
    expect(tab('Drops')).toHaveAttribute('aria-selected', 'true');
    expect(tab('Drops')).toHaveFocus();
    expect(screen.getByRole('tabpanel', { name: 'Drops' })).toBeVisible();
  });

  it('remember the part that was chosen, here and after a reload', async () => {
    const page = await drawDashboard({ language: 'en' });
    openPlace('history', 'drops');
    openPlace('live');
    openPlace('history');
    expect(tab('Drops')).toHaveAttribute('aria-selected', 'true');
    expect(page.host.kept.get('part.history')).toBe('drops');
  });

  it.each([
    ['drops', 'Drops'],
    ['books', 'Records'],
  ])('open with the part %s kept at %s', async (kept, name) => {
    const prepare = (host: { readonly kept: Map<string, string> }) =>
      host.kept.set('part.history', kept);
    await drawDashboard({ language: 'en', prepare });
    openPlace('history');
    expect(tab(name)).toHaveAttribute('aria-selected', 'true');
  });

  it('count the claims that wait, at the history and at its part', async () => {
    const page = await drawDashboard({ language: 'en' });
    const history = () => places().getByRole('button', { name: /^History/ });
    openPlace('history');
    expect(history()).toHaveAccessibleName('History');
    const say = (unpaid: number) =>
      page.core((bridge) => {
        bridge.feeds.tell({ type: 'feed', feed: 'drops', value: deskWith({ unpaid }) });
      });
    await say(1_200);
    expect(history()).toHaveAccessibleName(/^History ?1,200 drops claims waiting$/);
    expect(tab(/^Drops/)).toHaveAccessibleName(/^Drops ?1,200 drops claims waiting$/);
    await say(0);
    expect(history()).toHaveAccessibleName('History');
  });

  it('lead from what wants a look to its part of the settings', async () => {
    const page = await drawDashboard({
      language: 'en',
      status: { scopes: { granted: [], missing } },
    });
    fireEvent.click(screen.getByRole('link', { name: '1 thing to check' }));
    expect(page.dashboard.store.getState().parts.settings).toBe('permissions');
    expect(document.querySelector('#permissions')).toBeInTheDocument();
    const settings = places().getByRole('button', { name: /^Settings/ });
    expect(settings).toHaveAccessibleName(/^Settings ?Missing permissions$/);
  });
});
