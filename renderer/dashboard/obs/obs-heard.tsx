import { Undo2, Volume1, Volume2, VolumeOff } from 'lucide-react';
import type { ObsState } from '../../../shared/contract/obs.ts';
import { CoreButton } from '../action-button.tsx';
import { useDashboard, useNow, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { TryButton } from '../test-events/test-events-card.tsx';
import { useWhen } from '../times.tsx';

/** Whether viewers heard the last alert; what kept it from them is among the findings. */
export function ObsHeard({ obs: { heard, onPurpose } }: { readonly obs: ObsState }) {
  return (
    <>
      {heard.state === 'untold' && onPurpose.length > 0 ? null : <LastAlert heard={heard} />}
      {onPurpose.map((input) => (
        <Meant key={input} input={input} />
      ))}
    </>
  );
}

function LastAlert({ heard }: Pick<ObsState, 'heard'>) {
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

/** An input that viewers don't hear on purpose. */
function Meant({ input }: { readonly input: string }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  return (
    <div className="stack">
      <div className="ends">
        <p className="obs-heard card-note">
          <VolumeOff size={16} aria-hidden />
          <span className="clamp">{t('obs.heard-meant', { name: input })}</span>
        </p>
        <CoreButton
          action={`obs.on-purpose#${input}`}
          icon={Undo2}
          label={t('obs.heard-count-again-name', { name: input })}
          onPress={() => void dashboard.ask('obs.on-purpose', { input, on: false }, input)}
        >
          {t('obs.heard-count-again')}
        </CoreButton>
      </div>
      <ActionProblem action={`obs.on-purpose#${input}`} />
    </div>
  );
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
