import { PackageOpen } from 'lucide-react';
import { useState } from 'react';
import {
  type FoundPackage,
  WIDGET_NAME_MOST,
  type WidgetRow,
} from '../../../shared/contract/widgets.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LineField } from '../../ui/fields.tsx';
import { CoreButton } from '../action-button.tsx';
import { useDashboard, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { HostList } from './hosts-card.tsx';

interface FoundCardProps {
  readonly found: FoundPackage;
  readonly replace: WidgetRow | null;
  /** null: nothing was added. */
  readonly onDone: (id: string | null) => void;
}

/** What is in a package and whom it would load from, before anything of it runs. */
export function FoundCard({ found, replace, onDone }: FoundCardProps) {
  const { t, number } = useWords();
  const dashboard = useDashboard();
  const { draft, author, files, bytes, fields, leftOut, hosts } = found;
  const [name, setName] = useState(replace?.name ?? found.name);
  const [allowed, setAllowed] = useState<readonly string[]>([]);
  const install = async () => {
    const args = { draft, name, hosts: [...allowed], replace: replace?.id ?? null };
    const done = await dashboard.ask('widgets.install', args);
    if (done) onDone(done.id);
  };
  const discard = () => {
    void dashboard.ask('widgets.discard', { draft });
    onDone(null);
  };
  const sums = {
    files: number(files),
    kb: number(Math.ceil(bytes / 1_000)),
    fields: number(fields),
  };
  const title = replace
    ? t('widgets.new-update', { name: replace.name })
    : t('widgets.new', { name: found.name });
  return (
    <Card icon={PackageOpen} title={title}>
      <p className="card-text">
        {author === '' ? null : `${t('widgets.by', { author })} · `}
        {t('widgets.contents', sums)}
      </p>
      {leftOut.length > 0 ? (
        <p className="card-note">{t('widgets.left-out', { list: leftOut.join(', ') })}</p>
      ) : null}
      <LineField label={t('widgets.name')} value={name} max={WIDGET_NAME_MOST} onChange={setName} />
      <HostList hosts={hosts} allowed={allowed} onAllow={setAllowed} />
      <div className="card-row">
        <CoreButton
          variant="primary"
          action="widgets.install"
          disabled={name.trim() === ''}
          onPress={() => void install()}
        >
          {t(replace ? 'widgets.install-update' : 'widgets.install')}
        </CoreButton>
        <Button variant="ghost" onPress={discard}>
          {t('widgets.discard')}
        </Button>
      </div>
      <ActionProblem action="widgets.install" />
    </Card>
  );
}
