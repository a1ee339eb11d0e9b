import { fireEvent, screen, within } from '@testing-library/react';
import {
  type BlockedPerson,
  EMPTY_PEOPLE_DESK,
  type Follower,
  type NewFollowers,
  NO_NEW_FOLLOWERS,
  type PeopleState,
  type Subscriber,
} from '../../../../shared/contract/people.ts';
import type { Language } from '../../../../shared/locales/index.ts';
import { type Drawn, drawDashboard } from '../draw-dashboard.tsx';
import { NOW } from '../support.ts';

const DAY = 86_400_000;

export const follower = (id: string, changes: Partial<Follower> = {}): Follower => ({
  channelId: id,
  name: `Name ${id}`,
  handle: `handle-${id}`,
  since: NOW - 3 * DAY,
  ...changes,
});
export const followers = (count: number, from = 0): Follower[] =>
  Array.from({ length: count }, (_, at) => follower(`f${from + at}`));

export const subscriber = (id: string, changes: Partial<Subscriber> = {}): Subscriber => ({
  ...follower(id),
  months: 3,
  tier: 1,
  ...changes,
});

export const blockedPerson = (id: string, changes: Partial<BlockedPerson> = {}): BlockedPerson => ({
  ...follower(id),
  until: null,
  ...changes,
});

export interface GivenDesk extends Omit<Partial<PeopleState>, 'newFollowers'> {
  readonly newFollowers?: Partial<NewFollowers>;
}

export async function sayPeople(page: Drawn, desk: GivenDesk = {}): Promise<void> {
  const newFollowers = { ...NO_NEW_FOLLOWERS, ...desk.newFollowers };
  const value: PeopleState = { ...EMPTY_PEOPLE_DESK, signedIn: true, ...desk, newFollowers };
  await page.core((bridge) => bridge.feeds.tell({ type: 'feed', feed: 'people', value }));
}

/** jsdom knows the element, not how to open it. */
function teachDialogs(): void {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
}

/** The whole page with the view of the people open. */
export async function drawPeople(desk: GivenDesk = {}, language: Language = 'en'): Promise<Drawn> {
  teachDialogs();
  const page = await drawDashboard({ language });
  await sayPeople(page, desk);
  showView(language === 'ko' ? '시청자' : 'Viewers');
  await page.pass(0);
  return page;
}

export function showView(name: string): void {
  fireEvent.click(within(screen.getByRole('navigation')).getByText(name));
}

export async function showTab(page: Drawn, name: string): Promise<void> {
  fireEvent.click(screen.getByRole('tab', { name }));
  await page.pass(0);
}

/** Answers the latest command of this name. */
export async function answer(page: Drawn, name: string, value: unknown): Promise<void> {
  await page.core((bridge) => bridge.lastOf(name).answer(value));
}

export const argsOf = (page: Drawn, name: string): readonly unknown[] =>
  page.bridge.asked.filter((asked) => asked.name === name).map(({ args }) => args);

/** The texts of a list's rows. */
export function rowTexts(list: string): string[] {
  const found = screen.queryByRole('list', { name: list });
  if (!found) return [];
  return within(found)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent ?? '');
}

export const dialog = () => within(screen.getByRole('dialog'));
export const press = async (page: Drawn, name: string | RegExp): Promise<void> => {
  fireEvent.click(screen.getByRole('button', { name }));
  await page.pass(0);
};
