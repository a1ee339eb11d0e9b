import { PackageCheck, Save } from 'lucide-react';
import { useState } from 'react';
import type { CommandResult } from '../../../shared/contract/index.ts';
import type { KeptFile } from '../../../shared/contract/maintenance.ts';
import { actionOf } from '../../stores/dashboard-store.ts';
import { Card } from '../../ui/card.tsx';
import { Fold } from '../../ui/fold.tsx';
import { CoreButton } from '../action-button.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { KeptList, sizeText } from './kept-list.tsx';

type Bundle = CommandResult<'maintenance.diagnostics'>;

export function BundleCard({ bundles }: { readonly bundles: readonly KeptFile[] }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const isSaved = useSelect(actionOf('maintenance.diagnostics-save')).phase === 'done';
  const [bundle, setBundle] = useState<Bundle | null>(null);
  const make = async () => setBundle(await dashboard.ask('maintenance.diagnostics', {}));
  const save = async (id: string) => {
    if (await dashboard.ask('maintenance.diagnostics-save', { id })) setBundle(null);
  };
  return (
    <Card icon={PackageCheck} title={t('bundle.title')}>
      <p className="card-text">{t('bundle.text')}</p>
      <div className="card-row">
        <CoreButton
          action="maintenance.diagnostics"
          icon={PackageCheck}
          onPress={() => void make()}
        >
          {t('bundle.make')}
        </CoreButton>
        {bundle ? (
          <CoreButton
            action="maintenance.diagnostics-save"
            variant="primary"
            icon={Save}
            onPress={() => void save(bundle.id)}
          >
            {t('bundle.save')}
          </CoreButton>
        ) : null}
        <span role="status">{isSaved ? t('bundle.saved') : null}</span>
      </div>
      <ActionProblem action="maintenance.diagnostics" />
      <ActionProblem action="maintenance.diagnostics-save" />
      {bundle ? <BundleFiles files={bundle.files} /> : null}
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

function BundleFiles({ files }: Pick<Bundle, 'files'>) {
  const words = useWords();
  const { t } = words;
  const titleOf = ({ name, bytes }: Bundle['files'][number]) => (
    <>
      <code>{name}</code>
      <span className="card-note">{sizeText(bytes, words)}</span>
    </>
  );
  return (
    <ul className="bundle stack" aria-label={t('bundle.files')}>
      {files.map((file) => (
        <li key={file.name}>
          <Fold title={titleOf(file)}>
            <section
              className="bundle-text"
              aria-label={t('bundle.content', { name: file.name })}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
              tabIndex={0}
            >
              <pre>{file.text}</pre>
            </section>
          </Fold>
        </li>
      ))}
    </ul>
  );
}
