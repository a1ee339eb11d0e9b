import { selectDesktop } from '../../stores/dashboard-store.ts';
import { AppPage } from '../app-settings/app-page.tsx';
import { useSelect } from '../context.ts';

/** Settings and care; the app's own part only where there is an app around the core. */
export function CarePage() {
  const desktop = useSelect(selectDesktop);
  return desktop ? <AppPage desktop={desktop} /> : null;
}
