import { Volume1, Volume2 } from 'lucide-react';
import type { ObsState } from '../../../shared/contract/obs.ts';
import { useNow, useWords } from '../context.ts';
import { TryButton } from '../test-events/test-events-card.tsx';
import { useWhen } from '../times.tsx';

/** Whether viewers heard the last alert; what kept it from them is among the findings. */
export function ObsHeard({ obs: { heard } }: { readonly obs: ObsState }) {
  const { t } = useWords();
  switch (heard.state) {
    case 'not-heard':
      return null;
    case 'heard':
      return <HeardAt at={heard.at} input={heard.input} />;
    case 'untold':
    case 'unknown':
      return (
        <div className="card-row">
          <p className="obs-heard card-note">
            <Volume1 size={16} aria-hidden />
            {t(heard.state === 'untold' ? 'obs.heard-untold' : 'obs.heard-unknown')}
          </p>
          {heard.state === 'unknown' ? <TryButton kind="DONATION" /> : null}
        </div>
      );
  }
}

const MINUTE = 60_000;

function HeardAt({ at, input }: { readonly at: number; readonly input: string }) {
  const { t } = useWords();
  const { ago } = useWhen(useNow(MINUTE));
  return (
    <p className="obs-heard card-note tone-live">
      <Volume2 size={16} aria-hidden />
      {t('obs.heard-heard', { name: input, when: ago(at) })}
    </p>
  );
}
