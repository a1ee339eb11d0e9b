import { selectReachable, selectWheel } from '../../stores/dashboard-store.ts';
import { useSelect } from '../context.ts';
import { QuietNote } from '../show/quiet-note.tsx';
import { SoundNote } from '../show/sound-note.tsx';
import { WidgetNote } from '../show/widget-note.tsx';
import { SpinsCard } from './spins-card.tsx';
import { WheelCard } from './wheel-card.tsx';
import { WheelForm } from './wheel-form.tsx';
import { WheelProofCard } from './wheel-proof-card.tsx';
import './wheel.css';

/** The wheel that can be spun, its spins, and what makes or changes one. */
export function WheelPage() {
  const state = useSelect(selectWheel);
  const reachable = useSelect(selectReachable);
  if (!state) return null;
  const { wheel, config, spins, before, missed } = state;
  const runs = wheel !== null && wheel.endedAt === null;
  return (
    <div className="show-page columns" data-stale={!reachable}>
      <div className="flow">
        {runs && config ? (
          <WheelCard wheel={wheel} sections={config.sections} missed={missed} />
        ) : null}
        {spins.length > 0 ? <SpinsCard spins={spins} /> : null}
        <WheelForm key={`form-${wheel?.id ?? 0}`} config={config} runs={runs} />
        {wheel ? <WheelProofCard key={`proof-${wheel.id}`} wheel={wheel} before={before} /> : null}
      </div>
      <div className="flow">
        <WidgetNote kind="wheel" />
        <QuietNote />
        <SoundNote of="wheel" />
      </div>
    </div>
  );
}
