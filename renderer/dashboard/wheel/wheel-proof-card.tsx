import { Download, ShieldCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { WheelProof, WheelView } from '../../../shared/contract/wheel.ts';
import { selectDesktop } from '../../stores/dashboard-store.ts';
import { Card } from '../../ui/card.tsx';
import { CoreButton } from '../action-button.tsx';
import { AddressField } from '../address-field.tsx';
import { useDashboard, usePage, useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { ExportedFile } from '../reports/export-card.tsx';

interface WheelProofCardProps {
  readonly wheel: WheelView;
  /** The one that was put away for it. */
  readonly before: WheelProof | null;
}

/** What binds the wheel before it is spun, and what proves it and the one before afterwards. */
export function WheelProofCard({ wheel, before }: WheelProofCardProps) {
  const { t } = useWords();
  const { id, commitment, seed } = wheel;
  const { done, run } = useExport();
  return (
    <Card icon={ShieldCheck} title={t('wheel.proof')}>
      <p className="card-text">{t('wheel.proof-text')}</p>
      <Digits label={t('wheel.commitment')} digits={commitment} />
      {seed === null ? (
        <p className="card-note">{t('wheel.seed-secret')}</p>
      ) : (
        <Proof proof={{ id, commitment, seed }} label={t('wheel.seed')} onExport={run} />
      )}
      {before ? <Proof proof={before} label={t('wheel.seed-before')} onExport={run} /> : null}
      {seed === null && before === null ? null : (
        <p className="card-note">{t('wheel.export-text')}</p>
      )}
      {done ? <ExportedFile title={t('wheel.exported')} {...done} /> : null}
    </Card>
  );
}

interface DigitsProps {
  readonly label: string;
  readonly digits: string;
}

function Digits({ label, digits }: DigitsProps) {
  return (
    <section className="stack" aria-label={label}>
      <p className="card-note">{label}</p>
      <AddressField label={label} address={digits} wanted={false} />
    </section>
  );
}

interface ProofProps {
  readonly proof: WheelProof;
  readonly label: string;
  readonly onExport: (wheel: number) => Promise<void>;
}

function Proof({ proof: { id, seed }, label, onExport }: ProofProps) {
  const { t } = useWords();
  const action = `wheel.export#${id}` as const;
  return (
    <>
      <Digits label={label} digits={seed} />
      <div className="card-row">
        <CoreButton action={action} icon={Download} onPress={() => void onExport(id)}>
          {t('wheel.export')}
        </CoreButton>
      </div>
      <ActionProblem action={action} />
    </>
  );
}

interface Done {
  readonly name: string;
  /** null: it is in the data folder. */
  readonly address: string | null;
}

/** In a browser a download, in the app a file of its data folder. */
function useExport() {
  const dashboard = useDashboard();
  const { clock } = usePage().host;
  const inApp = useSelect(selectDesktop) !== null;
  const [done, setDone] = useState<Done | null>(null);
  const address = done?.address ?? null;
  useEffect(() => {
    if (address === null) return;
    return () => URL.revokeObjectURL(address);
  }, [address]);
  const run = async (wheel: number) => {
    setDone(null);
    const name = `stagelight-wheel-${wheel}-${clock.now()}.txt`;
    const answer = await dashboard.ask(
      'wheel.export',
      inApp ? { wheel, file: name } : { wheel },
      wheel,
    );
    if (!answer) return;
    setDone({ name, address: inApp ? null : URL.createObjectURL(new Blob([answer.text])) });
  };
  return { done, run };
}
