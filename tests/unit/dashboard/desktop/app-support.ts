import type { DesktopState } from '../../../../shared/desktop.ts';
import type { Language } from '../../../../shared/locales/index.ts';
import type { AppStatus } from '../../../../shared/status.ts';
import { type Drawn, drawDashboard, openPlace } from '../draw-dashboard.tsx';
import { sayDesktop } from './app-fixtures.ts';

interface GivenApp {
  readonly desktop?: Partial<DesktopState>;
  readonly status?: Partial<AppStatus>;
  readonly language?: Language;
}

/** The dashboard in the desktop app, with the app's own view open. */
export async function drawApp({ desktop = {}, ...given }: GivenApp = {}): Promise<Drawn> {
  const page = await drawDashboard(given);
  await page.core((bridge) => sayDesktop(bridge, desktop));
  openPlace('settings');
  return page;
}

/** What was asked of the core by one name, in order. */
export function askedArgs(page: Drawn, name: string): readonly unknown[] {
  return page.bridge.asked.filter((asked) => asked.name === name).map(({ args }) => args);
}
