import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { drawDashboard, openMenu } from '../draw-dashboard.tsx';
import { PROBLEM_TEXT } from '../support.ts';

const opener = () => within(screen.getByRole('banner')).getByTitle('New broadcast');
const dialog = () => within(screen.getByRole('dialog', { name: 'Start a new broadcast?' }));
const begin = () => fireEvent.click(dialog().getByRole('button', { name: 'New broadcast' }));

async function draw() {
  const page = await drawDashboard({ language: 'en' });
  fireEvent.click(opener());
  return page;
}

describe('a new broadcast', () => {
  it('is begun after it was asked for twice, and says so', async () => {
    const page = await draw();
    expect(page.bridge.asked).toEqual([]);
    begin();
    expect(page.bridge.last).toMatchObject({ name: 'broadcast.begin', args: {} });
    await page.core((bridge) => bridge.last.answer({ beganAt: 1 }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText('Counting from zero now.')).toBeInTheDocument();
  });

  it('is left alone when it was not meant', async () => {
    const page = await draw();
    fireEvent.click(dialog().getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(page.bridge.asked).toEqual([]);
  });

  it('that could not begin says why, where it was asked for', async () => {
    const page = await draw();
    begin();
    await page.core((bridge) => bridge.last.refuse());
    expect(dialog().getByText(PROBLEM_TEXT.what.en)).toBeVisible();
  });

  it('is begun from the menu too, which closes for the question', async () => {
    await drawDashboard({ language: 'en' });
    openMenu();
    const menu = within(screen.getByRole('dialog', { name: 'Menu' }));
    fireEvent.click(menu.getByRole('button', { name: 'New broadcast' }));
    expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull();
    expect(dialog().getByText(/restart at zero/)).toBeVisible();
  });
});
