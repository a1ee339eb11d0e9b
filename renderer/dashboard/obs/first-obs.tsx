import type { ObsState } from '../../../shared/contract/obs.ts';
import { useWords } from '../context.ts';
import { ConnectObs } from './connect-obs.tsx';
import { ObsProof } from './obs-proof.tsx';
import { SetUpObs } from './set-up-obs.tsx';

/** In the first run: OBS set up by a press, from connecting to the overlay in its picture. */
export function FirstObs({ obs }: { readonly obs: ObsState }) {
  const { t } = useWords();
  return (
    <section className="card" id="obs-set-up" aria-label={t('obs.first-title')}>
      <p className="panel-title">{t('obs.first-title')}</p>
      {obs.link.state === 'connected' ? (
        <>
          <SetUpObs obs={obs} />
          <div className="apart stack roomy">
            <ObsProof obs={obs} />
          </div>
        </>
      ) : (
        <ConnectObs obs={obs} />
      )}
    </section>
  );
}
