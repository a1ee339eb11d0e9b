import { Check, FileDown } from 'lucide-react';
import { useState } from 'react';
import { actionOf, selectDesktop, selectReachable } from '../../stores/dashboard-store.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { ActionProblem } from '../action-problem.tsx';
import { useDashboard, usePage, useSelect, useWords } from '../context.ts';
import type { ClaimFiltersInUse } from './use-claim-filters.ts';

interface ExportButtonProps {
  readonly query: ClaimFiltersInUse['query'];
  readonly source: 'platform' | 'kept';
}

interface Saved {
  readonly count: number;
  /** In the data folder; null: the browser has it. */
  readonly name: string | null;
}

/** Writes all claims that fit into a CSV file. */
export function ExportButton({ query, source }: ExportButtonProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const { host } = usePage();
  const inApp = useSelect(selectDesktop) !== null;
  const reachable = useSelect(selectReachable);
  const saving = useSelect(actionOf('drops.save')).phase === 'pending';
  const [gathered, setGathered] = useState<number | null>(null);
  const [saved, setSaved] = useState<Saved | null>(null);
  const download = async (filters: NonNullable<ExportButtonProps['query']>) => {
    const parts: string[] = [];
    let count = 0;
    setGathered(0);
    for (let page = 0; ; page += 1) {
      const part = await dashboard.ask('drops.export', { ...filters, source, page });
      if (part === null) return setGathered(null);
      parts.push(part.csv);
      count += part.count;
      setGathered(count);
      if (!part.more) break;
    }
    setGathered(null);
    giveFile(parts, `drops-claims-${new Date(host.clock.now()).toISOString().slice(0, 10)}.csv`);
    setSaved({ count, name: null });
  };
  const save = async () => {
    setSaved(null);
    if (query === null) return;
    // The app denies its window every download: there the core writes the file.
    if (!inApp) return download(query);
    const file = await dashboard.ask('drops.save', { ...query, source });
    if (file) setSaved(file);
  };
  return (
    <>
      <div className="card-row">
        <Button
          icon={FileDown}
          busy={gathered !== null || saving}
          disabled={!reachable || query === null}
          onPress={() => void save()}
        >
          {gathered === null ? t('drops.export') : t('drops.exporting', { count: gathered })}
        </Button>
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
  // The browser has taken the address when the click returns.
  URL.revokeObjectURL(address);
}
