import { ChevronRight, PackageCheck, Save } from 'lucide-react';
import { useState } from 'react';
import type { CommandResult } from '../../../shared/contract/index.ts';
import type { KeptFile, MaintenancePlace } from '../../../shared/contract/maintenance.ts';
import { actionOf, selectReachable } from '../../stores/dashboard-store.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { KeptList, sizeText } from './kept-list.tsx';

type Bundle = CommandResult<'maintenance.diagnostics'>;

const selectMake = actionOf('maintenance.diagnostics');
const selectSave = actionOf('maintenance.diagnostics-save');

interface BundleCardProps {
  readonly bundles: readonly KeptFile[];
  readonly place: MaintenancePlace;
}

/** Diagnostic data for a report: shown first, then saved. */
export function BundleCard({ bundles }: BundleCardProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const reachable = useSelect(selectReachable);
  const making = useSelect(selectMake).phase === 'pending';
  const saving = useSelect(selectSave).phase;
  const [bundle, setBundle] = useState<Bundle | null>(null);
  const make = async () => setBundle(await dashboard.ask('maintenance.diagnostics', {}));
  const save = async (id: string) => {
    if (await dashboard.ask('maintenance.diagnostics-save', { id })) setBundle(null);
  };
  return (
    <Card icon={PackageCheck} title={t('bundle.title')}>
      <p className="card-text">{t('bundle.text')}</p>
      <div className="card-row">
        <Button icon={PackageCheck} busy={making} disabled={!reachable} onPress={() => void make()}>
          {t('bundle.make')}
        </Button>
        {bundle ? (
          <Button
            variant="primary"
            icon={Save}
            busy={saving === 'pending'}
            disabled={!reachable}
            onPress={() => void save(bundle.id)}
          >
            {t('bundle.save')}
          </Button>
        ) : null}
        <span role="status">{saving === 'done' ? t('bundle.saved') : null}</span>
      </div>
      <ActionProblem action="maintenance.diagnostics" />
      <ActionProblem action="maintenance.diagnostics-save" />
      {bundle ? <Shown bundle={bundle} /> : null}
      {bundles.length > 0 ? (
        <>
          <h3>{t('bundle.kept')}</h3>
          <KeptList label={t('bundle.kept')} files={bundles} onRestore={null} />
          <p className="card-note">{t('bundle.in-folder')}</p>
        </>
      ) : null}
    </Card>
  );
}

function Shown({ bundle }: { readonly bundle: Bundle }) {
  const words = useWords();
  const { t } = words;
  return (
    <ul className="bundle" aria-label={t('bundle.files')}>
      {bundle.files.map(({ name, bytes, text }) => (
        <li key={name}>
          <details className="how">
            <summary>
              <ChevronRight size={14} aria-hidden />
              <code>{name}</code>
              <span className="kept-facts">{sizeText(bytes, words)}</span>
            </summary>
            <section
              className="bundle-text"
              aria-label={t('bundle.content', { name })}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
              tabIndex={0}
            >
              <pre>{text}</pre>
            </section>
          </details>
        </li>
      ))}
    </ul>
  );
}
