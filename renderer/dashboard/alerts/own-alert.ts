import type { Dashboard } from '../../stores/dashboard-store.ts';

/** The dashboards whose rules are to open with a new one. */
const begun = new WeakSet<Dashboard>();

/** Opens the rules with a first one of the streamer's own, for large donations. */
export function beginOwnAlert(dashboard: Dashboard): void {
  begun.add(dashboard);
  dashboard.show('alerts', 'rules');
}

/** Whether the rules are to open with a new one; true once. */
export function takeOwnAlert(dashboard: Dashboard): boolean {
  return begun.delete(dashboard);
}
