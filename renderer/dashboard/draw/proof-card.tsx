import { Download, ShieldCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { DrawView } from '../../../shared/contract/draw.ts';
import { selectDesktop } from '../../stores/dashboard-store.ts';
import { Card } from '../../ui/card.tsx';
import { CoreButton } from '../action-button.tsx';
import { AddressField } from '../address-field.tsx';
import { useDashboard, usePage, useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { ExportedFile } from '../reports/export-card.tsx';

/** What binds the draw before it is decided, and what proves it afterwards. */
export function ProofCard({ draw }: { readonly draw: DrawView }) {
  const { t } = useWords();
  const { done, run } = useDrawExport();
  return (
    <Card icon={ShieldCheck} title={t('draw.proof')}>
      <p className="card-text">{t('draw.proof-text')}</p>
      <section className="stack" aria-label={t('draw.commitment')}>
        <p className="card-note">{t('draw.commitment')}</p>
        <AddressField label={t('draw.commitment')} address={draw.commitment} wanted={false} />
      </section>
      {draw.seed === null ? (
        <p className="card-note">{t('draw.seed-secret')}</p>
      ) : (
        <>
          <section className="stack" aria-label={t('draw.seed')}>
            <p className="card-note">{t('draw.seed')}</p>
            <AddressField label={t('draw.seed')} address={draw.seed} wanted={false} />
          </section>
          <div className="card-row">
            <CoreButton action="draw.export" icon={Download} onPress={() => void run(draw.id)}>
              {t('draw.export')}
            </CoreButton>
          </div>
          <p className="card-note">{t('draw.export-text')}</p>
          <ActionProblem action="draw.export" />
          {done ? <ExportedFile title={t('draw.exported')} {...done} /> : null}
        </>
      )}
    </Card>
  );
}

interface Done {
  readonly name: string;
  /** null: it is in the data folder. */
  readonly address: string | null;
}

/** In a browser a download, in the app a file of its data folder. */
export function useDrawExport() {
  const dashboard = useDashboard();
  const { clock } = usePage().host;
  const inApp = useSelect(selectDesktop) !== null;
  const [done, setDone] = useState<Done | null>(null);
  const address = done?.address ?? null;
  useEffect(() => {
    if (address === null) return;
    return () => URL.revokeObjectURL(address);
  }, [address]);
  const run = async (id: number) => {
    setDone(null);
    const name = `stagelight-draw-${id}-${clock.now()}.txt`;
    const answer = await dashboard.ask(
      'draw.export',
      inApp ? { draw: id, file: name } : { draw: id },
    );
    if (!answer) return;
    setDone({ name, address: inApp ? null : URL.createObjectURL(new Blob([answer.text])) });
  };
  return { done, run };
}
