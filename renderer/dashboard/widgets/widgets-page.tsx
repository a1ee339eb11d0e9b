import { Puzzle } from 'lucide-react';
import { useState } from 'react';
import type { FoundPackage, WidgetRow } from '../../../shared/contract/widgets.ts';
import { selectReachable, selectWidgets } from '../../stores/dashboard-store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { useDashboard, usePending, useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { FieldsCard } from './fields-card.tsx';
import { FoundCard } from './found-card.tsx';
import { HostsCard } from './hosts-card.tsx';
import { PlaceCard } from './place-card.tsx';
import { PreviewCard } from './preview-card.tsx';
import { RemoveWidget, WidgetState } from './widget-state.tsx';
import './widgets.css';

export const KINDS_TAKEN = '.zip,.html,.htm';

/** A package that was looked into and waits for an answer. */
interface Asked {
  readonly found: FoundPackage;
  readonly replace: WidgetRow | null;
}

/** Widgets of others: a list to import into, and what the chosen one is set to. */
export function WidgetsPage() {
  const state = useSelect(selectWidgets);
  const reachable = useSelect(selectReachable);
  const [wanted, choose] = useState<string | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  if (!state) return null;
  const { packages } = state;
  const chosen = packages.find(({ id }) => id === wanted) ?? packages[0] ?? null;
  const done = (id: string | null) => {
    setAsked(null);
    if (id !== null) choose(id);
  };
  return (
    <div className="show-page columns" data-stale={!reachable}>
      <div className="flow">
        <ListCard
          packages={packages}
          chosen={chosen}
          onChoose={choose}
          onFound={(found, replace) => setAsked({ found, replace })}
        />
        {asked ? <FoundCard key={asked.found.draft} {...asked} onDone={done} /> : null}
        {chosen && !asked ? <FieldsCard key={chosen.id} row={chosen} /> : null}
      </div>
      {chosen && !asked ? (
        <div className="flow">
          <PreviewCard key={chosen.id} row={chosen} />
          <PlaceCard row={chosen} />
          <HostsCard key={`hosts-${chosen.id}`} row={chosen} />
        </div>
      ) : null}
    </div>
  );
}

interface ListCardProps {
  readonly packages: readonly WidgetRow[];
  readonly chosen: WidgetRow | null;
  readonly onChoose: (id: string) => void;
  readonly onFound: (found: FoundPackage, replace: WidgetRow | null) => void;
}

function ListCard({ packages, chosen, onChoose, onFound }: ListCardProps) {
  const { t } = useWords();
  return (
    <Card icon={Puzzle} title={t('widgets.list')}>
      <p className="card-text">{t(packages.length > 0 ? 'widgets.text' : 'widgets.none')}</p>
      {packages.length > 0 ? (
        <ul className="show-rows widget-rows">
          {packages.map((row) => (
            <li key={row.id} data-chosen={row === chosen}>
              <Row row={row} chosen={row === chosen} onChoose={() => onChoose(row.id)} />
              <RemoveWidget row={row} />
            </li>
          ))}
        </ul>
      ) : null}
      {chosen ? <WidgetState row={chosen} /> : null}
      <div className="card-row">
        <ImportButton kind="zip" onFound={(found) => onFound(found, null)} />
        <ImportButton kind="folder" onFound={(found) => onFound(found, null)} />
        {chosen ? (
          <ImportButton kind="replace" onFound={(found) => onFound(found, chosen)} />
        ) : null}
      </div>
      <ActionProblem action="widgets.import" />
    </Card>
  );
}

interface RowProps {
  readonly row: WidgetRow;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

function Row({ row, chosen, onChoose }: RowProps) {
  const { t, number } = useWords();
  const { name, author, files, bytes, paused } = row;
  const size = t('widgets.size', { files: number(files), kb: number(Math.ceil(bytes / 1_000)) });
  return (
    <button type="button" className="words widget-row" aria-pressed={chosen} onClick={onChoose}>
      <strong>{name}</strong>
      <span className="card-note">
        {author === '' ? size : `${t('widgets.by', { author })} · ${size}`}
      </span>
      {paused ? <Badge tone="warn">{t('widgets.paused')}</Badge> : null}
    </button>
  );
}

interface ImportButtonProps {
  readonly kind: 'zip' | 'folder' | 'replace';
  readonly onFound: (found: FoundPackage) => void;
}

function ImportButton({ kind, onFound }: ImportButtonProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const busy = usePending('widgets.import');
  const take = async (files: readonly File[]) => {
    const found = await dashboard.findWidget(files);
    if (found) onFound(found);
  };
  return (
    <FileButton
      text={t(kind === 'replace' ? 'widgets.replace' : `widgets.import-${kind}`)}
      accept={kind === 'folder' ? '' : KINDS_TAKEN}
      several={kind === 'folder'}
      folder={kind === 'folder'}
      busy={busy}
      onFiles={(files) => void take(files)}
    />
  );
}
