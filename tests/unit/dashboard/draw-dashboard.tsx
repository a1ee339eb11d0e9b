import { act, fireEvent, render } from '@testing-library/react';
import { App } from '../../../renderer/dashboard/app.tsx';
import {
  createDashboard,
  type Dashboard,
  type PartOf,
  type View,
} from '../../../renderer/stores/dashboard-store.ts';
import type { ConnectionHistory } from '../../../shared/connection-history.ts';
import type { StageEvent } from '../../../shared/events.ts';
import type { Language } from '../../../shared/locales/index.ts';
import type { AppStatus } from '../../../shared/status.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { type FakeHost, fakeHost, HeldBridge, historyWith, NOW, statusWith } from './support.ts';

export interface Drawn {
  readonly bridge: HeldBridge;
  readonly clock: VirtualClock;
  readonly dashboard: Dashboard;
  readonly host: FakeHost;
  readonly container: HTMLElement;
  /** Lets the core say something and the page draw it. */
  core(say: (bridge: HeldBridge) => void): Promise<void>;
  /** Moves the page's time. */
  pass(ms: number): Promise<void>;
}

interface Given {
  readonly status?: Partial<AppStatus> | null;
  readonly events?: readonly StageEvent[];
  readonly connectionHistory?: Partial<ConnectionHistory> | null;
  readonly language?: Language;
  readonly prepare?: (host: FakeHost) => void;
}

// jsdom has the element, not its methods.
HTMLDialogElement.prototype.showModal ??= function showModal() {
  this.open = true;
};

/** The whole page with a bridge, a window and a clock that the test holds. */
export async function drawDashboard(given: Given = {}): Promise<Drawn> {
  const clock = new VirtualClock(NOW);
  const bridge = new HeldBridge();
  const host = fakeHost(clock);
  given.prepare?.(host);
  const dashboard = createDashboard({
    bridge,
    clock: host.clock,
    openAddress: host.openAddress,
    language: given.language ?? 'ko',
  });
  const { container } = render(<App page={{ dashboard, host }} />);
  const pass = (ms: number) => act(() => clock.advance(ms));
  const core = async (say: (bridge: HeldBridge) => void) => {
    await act(async () => say(bridge));
    await pass(50);
  };
  const { status = {}, events = [], connectionHistory = {} } = given;
  await core(() => {
    if (status) bridge.status(statusWith(status));
    if (connectionHistory) bridge.connectionHistory(historyWith(connectionHistory));
    bridge.events(events, true);
  });
  return { bridge, clock, dashboard, host, container, core, pass };
}

/** What was asked by one name, in order. */
export function askedOf(page: Drawn, name: string): readonly unknown[] {
  return page.bridge.asked.filter((asked) => asked.name === name).map(({ args }) => args);
}

/** Opens a place by its button, and a part of it by its tab. */
export function openPlace<V extends View>(view: V, part?: PartOf<V>): void {
  press(`.view[data-view="${view}"]`);
  if (part !== undefined) press(`.tab[data-tab="${part}"]`);
}

/** Opens the menu of the header. */
export function openMenu(): void {
  press('.menu-button');
}

function press(selector: string): void {
  const element = document.querySelector(selector);
  if (!element) throw new Error(`The page has no ${selector}`);
  fireEvent.click(element);
}

/** The same with the page of the connection open. */
export async function drawConnection(given: Given = {}): Promise<Drawn> {
  const page = await drawDashboard(given);
  openPlace('settings', 'connection');
  return page;
}

/** The same with the page of the permissions open. */
export async function drawPermissions(given: Given = {}): Promise<Drawn> {
  const page = await drawDashboard(given);
  openPlace('settings', 'permissions');
  return page;
}

/** What the rows of the timeline say, and why, from above. */
export function lifeRows(): (string | null | undefined)[][] {
  return [...document.querySelectorAll('.life')].map((row) => [
    row.querySelector('.life-word')?.textContent,
    row.querySelector('.life-reason')?.textContent ?? null,
  ]);
}
