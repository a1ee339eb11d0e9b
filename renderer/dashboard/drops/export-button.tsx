import { Check, FileDown } from 'lucide-react';
import { useState } from 'react';
import { selectDesktop } from '../../stores/dashboard-store.ts';
import { Callout } from '../../ui/callout.tsx';
import { CoreButton } from '../action-button.tsx';
import { useDashboard, usePage, useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import type { SelectionBarProps } from './selection-bar.tsx';

interface Saved {
  readonly count: number;
  /** The file's name in the data folder; null: downloaded by the browser. */
  readonly name: string | null;
}

export function ExportButton({ query, source }: Pick<SelectionBarProps, 'query' | 'source'>) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const { host } = usePage();
  const inApp = useSelect(selectDesktop) !== null;
  const [exported, setExported] = useState<number | null>(null);
  const [saved, setSaved] = useState<Saved | null>(null);
  const download = async (filters: NonNullable<SelectionBarProps['query']>) => {
    const parts: string[] = [];
    let count = 0;
    setExported(0);
    for (let page = 0; ; page += 1) {
      const part = await dashboard.ask('drops.export', { ...filters, source, page });
      if (part === null) return setExported(null);
      parts.push(part.csv);
      count += part.count;
      setExported(count);
      if (!part.more) break;
    }
    setExported(null);
    giveFile(parts, `drops-claims-${new Date(host.clock.now()).toISOString().slice(0, 10)}.csv`);
    setSaved({ count, name: null });
  };
  const save = async () => {
    setSaved(null);
    if (query === null) return;
    // The app's window cannot download, so the core writes the file.
    if (!inApp) return download(query);
    const file = await dashboard.ask('drops.save', { ...query, source });
    if (file) setSaved(file);
  };
  return (
    <>
      <div className="card-row">
        <CoreButton
          action="drops.save"
          icon={FileDown}
          busy={exported !== null}
          disabled={query === null}
          onPress={() => void save()}
        >
          {exported === null ? t('drops.export') : t('drops.exporting', { count: exported })}
        </CoreButton>
        <span className="card-note">{t('drops.export-note')}</span>
      </div>
      {saved ? (
        <Callout
          tone="live"
          icon={Check}
          role="status"
          title={t('drops.exported', { count: saved.count })}
          text={saved.name === null ? null : t('drops.exported-in', { name: saved.name })}
        />
      ) : null}
      <ActionProblem action="drops.export" />
      <ActionProblem action="drops.save" />
    </>
  );
}

function giveFile(parts: readonly string[], name: string): void {
  const address = URL.createObjectURL(new Blob([...parts], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has read the address when the click returns.
  URL.revokeObjectURL(address);
}
