import { SkipBack, SkipForward } from 'lucide-react';
import { memo } from 'react';
import { useStore } from 'zustand';
import type { ReplayOutline } from '../../../shared/contract/replay.ts';
import { IconButton } from '../../ui/button.tsx';
import { useNow, useWords } from '../context.ts';
import type { ReplayPlayer } from './replay-player.ts';

/** Somebody who goes to a donation wants to see what was before it. */
const BEFORE_MS = 2_000;
/** Shortly after a donation the one before it is meant. */
const NEAR_MS = 1_000;
const MINUTE_MS = 60_000;

/** Where in the broadcast it is, and where something of value came; can be pulled. */
export function TimeBar({ player }: { readonly player: ReplayPlayer }) {
  const words = useWords();
  const { t } = words;
  const now = useNow(MINUTE_MS);
  const outline = useStore(player.store, (state) => state.outline);
  const at = useStore(player.store, (state) => state.at);
  if (!outline) return null;
  const { beganAt, firstAt, lastAt } = outline;
  const [position, total] = [clockText(at - beganAt), clockText(lastAt - beganAt)];
  const starts = donationStarts(outline);
  const previous = starts.filter((start) => start < at - NEAR_MS).at(-1);
  const next = starts.find((start) => start > at);
  const go = (start: number | undefined) => {
    if (start !== undefined) player.seek(start);
  };
  return (
    <div className="replay-bar">
      <div className="replay-track">
        <Marks outline={outline} />
        <input
          type="range"
          aria-label={t('replay.bar')}
          aria-valuetext={t('replay.position', { position, total })}
          min={firstAt}
          max={Math.max(lastAt, firstAt + 1)}
          step={100}
          value={at}
          onChange={(event) => player.seek(event.currentTarget.valueAsNumber)}
        />
      </div>
      <div className="replay-times">
        <span className="replay-time">
          {position} / {total}
        </span>
        <span className="replay-began">
          {t('replay.began', { when: words.moment(beganAt, now) })}
        </span>
        <span className="replay-jumps">
          <IconButton
            icon={SkipBack}
            label={t('replay.previous-donation')}
            disabled={previous === undefined}
            onPress={() => go(previous)}
          />
          <IconButton
            icon={SkipForward}
            label={t('replay.next-donation')}
            disabled={next === undefined}
            onPress={() => go(next)}
          />
        </span>
      </div>
    </div>
  );
}

/** A moment before each donation, in order. */
function donationStarts({ marks, firstAt }: ReplayOutline): number[] {
  return marks
    .filter(({ kind }) => kind === 'DONATION')
    .map(({ at }) => Math.max(firstAt, at - BEFORE_MS));
}

/** At most as many as the broadcast was divided into, of each kind. */
const Marks = memo(function Marks({ outline }: { readonly outline: ReplayOutline }) {
  const { firstAt, lastAt, marks } = outline;
  const length = Math.max(1, lastAt - firstAt);
  return (
    <div className="replay-marks" aria-hidden>
      {marks.map(({ at, kind }) => (
        <span
          key={`${kind}${at}`}
          data-kind={kind}
          style={{ left: `${((at - firstAt) / length) * 100}%` }}
        />
      ))}
    </div>
  );
});

const SECOND_MS = 1_000;

/** A time of a broadcast as a player shows it: 04:09, and 1:04:09 from an hour on. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / SECOND_MS));
  const two = (part: number) => String(part).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const short = `${two(minutes)}:${two(seconds % 60)}`;
  return hours > 0 ? `${hours}:${short}` : short;
}
