import { selectDraw, selectReachable } from '../../stores/dashboard-store.ts';
import { useSelect } from '../context.ts';
import { QuietNote } from '../show/quiet-note.tsx';
import { SoundNote } from '../show/sound-note.tsx';
import { WidgetNote } from '../show/widget-note.tsx';
import { DrawCard } from './draw-card.tsx';
import { NewDrawCard } from './new-draw-card.tsx';
import { ProofCard } from './proof-card.tsx';
import './draw.css';

/** The draw that runs or ran last, and what begins the next one. */
export function DrawPage() {
  const state = useSelect(selectDraw);
  const reachable = useSelect(selectReachable);
  if (!state) return null;
  const { draw, last } = state;
  return (
    <div className="show-page columns" data-stale={!reachable}>
      <div className="flow">
        {draw ? <DrawCard draw={draw} /> : null}
        {draw ? <ProofCard key={`proof-${draw.id}`} draw={draw} /> : null}
        {draw && draw.phase !== 'over' ? null : (
          <NewDrawCard key={`new-${draw?.id ?? 0}`} last={last} />
        )}
      </div>
      <div className="flow">
        <WidgetNote kind="draw" />
        <QuietNote />
        <SoundNote of="draw" />
      </div>
    </div>
  );
}
