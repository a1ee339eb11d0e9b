import type { PageHost } from '../../bridge/page-host.ts';
import type { ShownStep } from './steps.ts';

const PREFERENCE = 'setup-left';
const STEPS: readonly ShownStep[] = ['welcome', 'application', 'sign-in', 'overlay'];

type Preferences = Pick<PageHost, 'readPreference' | 'writePreference'>;

/** The step at which the first run was left unfinished; null: it was finished, or never begun. */
export function leftAt(host: Preferences): ShownStep | null {
  const kept = host.readPreference(PREFERENCE);
  return STEPS.find((step) => step === kept) ?? null;
}

/** null: there is nothing to go on with. */
export function keepLeft(host: Preferences, step: ShownStep | null): void {
  host.writePreference(PREFERENCE, step);
}
