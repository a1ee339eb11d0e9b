import type { AppMode, DesktopState, SetupStep } from '../../../shared/desktop.ts';
import { assertNever } from '../../../shared/events.ts';
import type { AppStatus } from '../../../shared/status.ts';
import type { PageHost } from '../../bridge/page-host.ts';

export type ShownStep = Exclude<SetupStep, 'done'>;

const WHOLE_WAY: readonly ShownStep[] = ['welcome', 'application', 'sign-in', 'overlay'];
/** The demo needs no sign-in. */
const DEMO_WAY: readonly ShownStep[] = ['welcome', 'overlay'];

/** The steps around `step`. Leaving the demo to connect leads through all steps. */
export function wayOf(step: ShownStep, mode: AppMode): readonly ShownStep[] {
  return mode === 'demo' && step === 'overlay' ? DEMO_WAY : WHOLE_WAY;
}

export function stepBefore(step: ShownStep, mode: AppMode): ShownStep | null {
  const way = wayOf(step, mode);
  return way[way.indexOf(step) - 1] ?? null;
}

export function hasApplication({ connect }: DesktopState['setup']): boolean {
  return connect.clientId !== '' && connect.hasSecret;
}

/** Whether sign-in is impossible until the first run is done. */
export function isSetupNeeded(setup: DesktopState['setup']): boolean {
  return setup.mode === 'undecided' || (setup.mode === 'connect' && !hasApplication(setup));
}

/** The core's reason for being idle without an application. */
const NOT_SET_UP = 'not-set-up';

export type SignInStage = 'no-application' | 'preparing' | 'signed-out' | 'waiting' | 'signed-in';

/** The sign-in's stage. The status may still be from the core that is stopping. */
export function signInStage(
  setup: DesktopState['setup'],
  status: AppStatus | null,
  url: string | null,
): SignInStage {
  if (setup.mode !== 'connect' || !hasApplication(setup)) return 'no-application';
  const isOfFormerCore = !status || status.demo || status.connection.reason === NOT_SET_UP;
  if (isOfFormerCore) return 'preparing';
  switch (status.connection.state) {
    case 'starting':
    case 'stopped':
      return 'preparing';
    case 'signed-out':
    case 'signing-in':
      return url === null ? 'signed-out' : 'waiting';
    case 'connecting':
    case 'live':
    case 'reconnecting':
      return 'signed-in';
    default:
      return assertNever(status.connection.state);
  }
}

/** Overlay pages other than the app's own window: those in OBS. */
export function pagesOfObs(desktop: DesktopState, status: AppStatus | null): number {
  const pages = status?.overlay.connectedPages ?? 0;
  return Math.max(0, pages - (desktop.overlayWindow.shown ? 1 : 0));
}

export type Reminder =
  | { readonly kind: 'demo' }
  | { readonly kind: 'go-on'; readonly at: Exclude<ShownStep, 'sign-in'> };

/**
 * null if nothing is left to do. `left`: the step where the first run was left. If only sign-in is
 * missing, the dashboard's sign-in card covers it.
 */
export function reminderOf(
  setup: DesktopState['setup'],
  status: AppStatus | null,
  left: ShownStep | null,
): Reminder | null {
  switch (setup.mode) {
    case 'demo':
      return { kind: 'demo' };
    case 'undecided':
      return { kind: 'go-on', at: left === 'application' ? 'application' : 'welcome' };
    case 'connect':
      if (!hasApplication(setup)) return { kind: 'go-on', at: 'application' };
      if (left === null || signInStage(setup, status, null) !== 'signed-in') return null;
      return { kind: 'go-on', at: 'overlay' };
    default:
      return assertNever(setup.mode);
  }
}

const PREFERENCE = 'setup-left';

/** The step at which the first run was left; null if it was finished or never started. */
export function leftAt(host: PageHost): ShownStep | null {
  const kept = host.readPreference(PREFERENCE);
  return WHOLE_WAY.find((step) => step === kept) ?? null;
}

export function keepLeft(host: PageHost, step: ShownStep | null): void {
  host.writePreference(PREFERENCE, step);
}
