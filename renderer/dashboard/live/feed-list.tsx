import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  memo,
  type RefObject,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { gapsAfter, gapsBefore, gapsOf, type ShownGap } from '../../stores/dashboard-history.ts';
import { selectConnectionHistory } from '../../stores/dashboard-store.ts';
import type { FeedSnapshot } from '../../stores/live-feed.ts';
import { rowOfKey } from '../../ui/row-keys.ts';
import { GapRow } from '../connection/coverage.tsx';
import { usePage, useSelect, useWords } from '../context.ts';
import type { FeedHold } from './feed-hold.ts';
import { FeedRow, type FeedRowProps } from './feed-row.tsx';
import { FIRST_RECT, MIRRORED } from './from-end.ts';

/** Height of a one-line row, pixels. */
const ROW_PX = 28;
/** Scrolled further than this from the end, the user is reading earlier rows. */
const END_PX = 4;
const PAGE_ROWS = 10;

interface FeedListProps extends Pick<FeedRowProps, 'onOpenCard' | 'onBlock' | 'onAnswer'> {
  readonly label: string;
  readonly now: FeedSnapshot;
  readonly holds: FeedHold;
  readonly scroller: RefObject<HTMLDivElement | null>;
}

/**
 * The newest row is the last. The box scrolls from its end (`column-reverse`), so it follows the newest
 * row without being measured; rows are counted from the end too.
 */
export const FeedList = memo(function FeedList(props: FeedListProps) {
  const { label, now, holds, scroller, onOpenCard } = props;
  const { t } = useWords();
  const hintId = useId();
  const connectionHistory = useSelect(selectConnectionHistory);
  const gaps = useMemo(
    () => (connectionHistory ? gapsOf(connectionHistory) : []),
    [connectionHistory],
  );
  const { rows, held } = now;
  const [height, setHeight] = useState(FIRST_RECT.height);
  const running = useRunningRows(rows.length, Math.ceil(height / ROW_PX) + 1, held);
  const list = useVirtualizer<HTMLDivElement, HTMLLIElement>({
    ...MIRRORED,
    count: held ? rows.length : running,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => rows.at(index)?.seq ?? -index,
    overscan: 8,
    measureElement: (element) => element.offsetHeight || ROW_PX,
  });
  const shownHeight = list.scrollRect?.height ?? height;
  useEffect(() => setHeight(shownHeight), [shownHeight]);
  // Heights are cached by row; rows that are gone must not stay cached.
  useEffect(() => {
    if (!held) list.measure();
  }, [held, list]);
  const [current, setCurrent] = useState<number | null>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const items = held ? list.getVirtualItems() : [];
  const drawn = held ? items.map(({ index }) => index) : newest(running);
  const seqs = drawn.map((index) => rows.at(index)?.seq ?? null);
  const currentSeq = seqs.includes(current) ? current : (seqs[0] ?? null);
  const isFocused = holds.reasons.has('focus');
  const rowOf = ({ target }: { readonly target: EventTarget }) => {
    const place = placeOf(target);
    return place === null ? undefined : rows.at(rows.length - place);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rowOf(event);
    if (event.key === 'Enter' && row && event.target instanceof HTMLLIElement) {
      event.preventDefault();
      onOpenCard(row);
      return;
    }
    const target = targetOf(event, rows.length);
    if (target === null) return;
    event.preventDefault();
    holds.set('focus', true);
    const index = rows.length - target;
    list.scrollToIndex(index, { align: 'auto' });
    setCurrent(rows.at(index)?.seq ?? null);
    focusRow(scroller, target);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a box that scrolls around the list
    <div
      ref={scroller}
      className="feed-scroller scrolls"
      data-own-focus
      role="group"
      aria-label={label}
      aria-describedby={hintId}
      onScroll={({ currentTarget }) => holds.set('scroll', -currentTarget.scrollTop > END_PX)}
      onPointerMove={(event) => {
        setPointed(rowOf(event)?.seq ?? null);
        if (event.pointerType === 'mouse') holds.pointerMoved();
      }}
      onPointerLeave={() => {
        setPointed(null);
        holds.set('pointer', false);
      }}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        const row = rowOf(event);
        const isName = event.target instanceof Element && event.target.closest('.who');
        if (row && isName) onOpenCard(row);
      }}
      onFocus={(event) => {
        if (placeOf(event.target) !== null) setCurrent(rowOf(event)?.seq ?? null);
        holds.set('focus', true);
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) holds.set('focus', false);
      }}
    >
      <div>
        <p id={hintId} className="only-heard">
          {t('live.list-hint')}
        </p>
        <div className="feed-room" style={{ height: held ? list.getTotalSize() : 0 }}>
          <ol className="event-list rows" aria-label={label} style={liftOf(items)}>
            {[...drawn].reverse().map((index) => {
              const row = rows.at(index);
              return row ? (
                <li
                  key={row.seq}
                  ref={held ? list.measureElement : null}
                  data-index={held ? index : undefined}
                  data-kind={row.kind}
                  className="feed-item"
                  aria-posinset={rows.length - index}
                  aria-setsize={rows.length}
                  tabIndex={row.seq === currentSeq ? 0 : -1}
                >
                  {gapsBefore(gaps, row, rows.at(index + 1)).map((gap) => (
                    <GapRow key={keyOf(gap)} as="div" gap={gap} />
                  ))}
                  <FeedRow
                    event={row}
                    isCurrent={row.seq === currentSeq}
                    isActive={row.seq === pointed || (isFocused && row.seq === currentSeq)}
                    onOpenCard={onOpenCard}
                    onBlock={props.onBlock}
                    onAnswer={props.onAnswer}
                  />
                </li>
              ) : null;
            })}
          </ol>
        </div>
        {gapsAfter(gaps, rows.at(0)).map((gap) => (
          <GapRow key={keyOf(gap)} as="div" gap={gap} />
        ))}
      </div>
    </div>
  );
});

const keyOf = ({ from, to, kinds }: ShownGap) => `${from} ${to} ${kinds.join()}`;

/** Rows may leave the top of a running list when so many more are drawn than fit. */
const TRIM_AT = 16;
/** So many more are drawn at most. */
const MORE_AT_MOST = 32;
const TRIM_AFTER_MS = 100;

/**
 * How many of the newest rows a running list draws. A row that arrives lifts the list as a whole; rows
 * leave its top together and in a frame of their own, so no frame lays out again what stays.
 */
function useRunningRows(length: number, fits: number, held: boolean): number {
  const { clock } = usePage().host;
  const [first, setFirst] = useState(0);
  const latest = useRef({ length, fits });
  latest.current = { length, fits };
  // Fewer rows: another filter, or the oldest were dropped.
  if (first > length) setFirst(Math.max(0, length - fits));
  const isLong = !held && length - first > fits + TRIM_AT;
  useEffect(() => {
    if (!isLong) return undefined;
    return clock.after(TRIM_AFTER_MS, () => setFirst(latest.current.length - latest.current.fits));
  }, [clock, isLong]);
  return Math.min(length, Math.max(fits, Math.min(length - first, fits + MORE_AT_MOST)));
}

/** Indices of the newest rows, the newest first. */
function newest(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

/** The list hangs below its room's end, and is lifted: by its height, and by what is below its last row. */
function liftOf([last]: readonly VirtualItem[]) {
  return { transform: `translateY(calc(-100% - ${last?.start ?? 0}px))` };
}

/** A row's place, the oldest is 1; null outside the rows. */
function placeOf(target: EventTarget): number | null {
  const item = target instanceof Element ? target.closest('.feed-item') : null;
  return item ? Number(item.getAttribute('aria-posinset')) : null;
}

function targetOf(event: KeyboardEvent, length: number): number | null {
  const from = placeOf(event.target);
  if (from === null || event.ctrlKey || event.metaKey || event.altKey) return null;
  const row = rowOfKey(event.key, from - 1, length - 1, PAGE_ROWS);
  return row === null ? null : row + 1;
}

/** Retries, because the row may not be rendered yet. */
function focusRow(scroller: RefObject<HTMLElement | null>, place: number, tries = 3): void {
  requestAnimationFrame(() => {
    const row = scroller.current?.querySelector(`.feed-item[aria-posinset="${place}"]`);
    if (row instanceof HTMLElement) row.focus({ preventScroll: true });
    else if (tries > 0) focusRow(scroller, place, tries - 1);
  });
}
