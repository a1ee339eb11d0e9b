import { selectReachable, selectSubathon } from '../../stores/dashboard-store.ts';
import { useSelect } from '../context.ts';
import { QuietNote } from '../show/quiet-note.tsx';
import { SoundNote } from '../show/sound-note.tsx';
import { WidgetNote } from '../show/widget-note.tsx';
import { SubathonClockCard } from './subathon-clock-card.tsx';
import { NewSubathonCard, RunningRulesCard } from './subathon-form.tsx';
import { SubathonSumsCard } from './subathon-sums.tsx';
import './subathon.css';

/** The clock that runs or ran last, what was added to it, and what begins the next one. */
export function SubathonPage() {
  const state = useSelect(selectSubathon);
  const reachable = useSelect(selectReachable);
  if (!state) return null;
  const { clock, last } = state;
  return (
    <div className="show-page columns" data-stale={!reachable}>
      <div className="flow">
        {clock ? <SubathonClockCard clock={clock} /> : null}
        {clock ? <SubathonSumsCard clock={clock} /> : null}
        {clock && clock.endedAt === null ? <RunningRulesCard key={clock.id} clock={clock} /> : null}
        {clock && clock.endedAt === null ? null : (
          <NewSubathonCard key={clock?.id ?? 0} last={last} />
        )}
      </div>
      <div className="flow">
        <WidgetNote kind="subathon" />
        <QuietNote />
        <SoundNote of="subathon" />
      </div>
    </div>
  );
}
