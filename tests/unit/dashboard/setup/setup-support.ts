import type { DesktopState } from '../../../../shared/desktop.ts';
import type { Language } from '../../../../shared/locales/index.ts';
import type { AppStatus } from '../../../../shared/status.ts';
import { drawDashboard } from '../draw-dashboard.tsx';
import { type FakeHost, NOW } from '../support.ts';

export const STARTING: Partial<AppStatus> = {
  connection: { state: 'starting', reason: null, since: NOW },
  account: null,
  tokens: null,
  session: null,
};

interface Given {
  readonly desktop: DesktopState;
  readonly status?: Partial<AppStatus> | null;
  readonly language?: Language;
  readonly prepare?: (host: FakeHost) => void;
}

/** The whole page in the desktop app. */
export async function drawSetup({ desktop, status = STARTING, ...given }: Given) {
  const page = await drawDashboard({ status, ...given });
  const say = (value: DesktopState) =>
    page.core((bridge) => bridge.feeds.tell({ type: 'feed', feed: 'desktop', value }));
  await say(desktop);
  return {
    ...page,
    desktop: say,
    /** What was asked of the app, in order. */
    asked: () => page.bridge.asked.map(({ name, args }) => [name, args]),
  };
}
