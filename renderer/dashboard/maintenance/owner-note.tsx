import type { CarePlace } from '../../../shared/contract/maintenance.ts';
import { selectDesktop } from '../../stores/dashboard-store.ts';
import { useSelect, useWords } from '../context.ts';

/** Where this can be done, on a page that is not the app's own window. */
export function OwnerNote({ place }: { readonly place: CarePlace }) {
  const { t } = useWords();
  const isAppWindow = useSelect(selectDesktop) !== null;
  return isAppWindow ? null : <p className="card-note">{t(`owner.note-${place.host}`)}</p>;
}
