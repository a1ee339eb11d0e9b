import { fireEvent, screen, within } from '@testing-library/react';
import type {
  Finding,
  MaintenancePlace,
  MaintenanceState,
} from '../../../../shared/contract/maintenance.ts';
import type { Language } from '../../../../shared/locales/index.ts';
import type { AppStatus } from '../../../../shared/status.ts';
import { EMPTY_MAINTENANCE, PLACE } from '../../../support/empty-states.ts';
import { type Drawn, drawDashboard, openPlace } from '../draw-dashboard.tsx';

/** jsdom draws no modal dialogs. */
HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.open = true;
};

export const finding = (changes: Partial<Finding> = {}): Finding => ({
  id: 'overlay',
  state: 'fail',
  what: { key: 'preflight.overlay-never' },
  fix: 'copy-overlay',
  ...changes,
});

export interface GivenCare {
  readonly desk?: Partial<MaintenanceState>;
  readonly place?: Partial<MaintenancePlace>;
  readonly status?: Partial<AppStatus>;
  readonly language?: Language;
}

export const deskWith = ({ desk = {}, place = {} }: GivenCare): MaintenanceState => ({
  ...EMPTY_MAINTENANCE,
  place: { ...PLACE, ...place },
  ...desk,
});

/** The dashboard in a browser with the settings open, in English unless it is said otherwise. */
export async function drawCare(given: GivenCare = {}): Promise<Drawn> {
  const page = await drawDashboard({
    language: given.language ?? 'en',
    ...(given.status ? { status: given.status } : {}),
  });
  await sayCare(page, given);
  openPlace('settings');
  return page;
}

/** Lets the core say how the desk is. */
export function sayCare(page: Drawn, given: GivenCare): Promise<void> {
  return page.core((bridge) =>
    bridge.feeds.tell({ type: 'feed', feed: 'maintenance', value: deskWith(given) }),
  );
}

export const card = (name: string) => within(screen.getByRole('region', { name }));
export const dialog = () => within(screen.getByRole('dialog'));
export const press = (
  name: string | RegExp,
  within_ = screen as Pick<typeof screen, 'getByRole'>,
) => fireEvent.click(within_.getByRole('button', { name }));
export const type = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
