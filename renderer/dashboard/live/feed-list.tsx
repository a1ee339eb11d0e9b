import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  memo,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { gapsAbove, gapsBelow, gapsOf } from '../../stores/dashboard-history.ts';
import { selectConnectionHistory } from '../../stores/dashboard-store.ts';
import type { FeedSnapshot, LiveFeed } from '../../stores/live-feed.ts';
import { rowOfKey } from '../../ui/row-keys.ts';
import { GapRow } from '../connection/coverage.tsx';
import { usePage, useSelect, useWords } from '../context.ts';
import { FeedRow, type FeedRowProps } from './feed-row.tsx';

/** Height of a one-line row, pixels. */
const ROW_PX = 37;
/** Only the top of a running list is visible; more rows would be wasted work. */
const RUNNING_ROWS = 60;
/** Scrolled further than this, the user is reading earlier rows. */
const TOP_PX = 4;
/** Before the list has been measured. */
const FIRST_RECT = { width: 400, height: 640 };
const PAGE_ROWS = 10;

interface FeedListProps extends Pick<FeedRowProps, 'onOpenCard' | 'onBlock'> {
  readonly now: FeedSnapshot;
  readonly holds: FeedHold;
  readonly scroller: RefObject<HTMLDivElement | null>;
}

export const FeedList = memo(function FeedList(props: FeedListProps) {
  const { now, holds, scroller, onOpenCard } = props;
  const { t } = useWords();
  const hintId = useId();
  const connectionHistory = useSelect(selectConnectionHistory);
  const gaps = useMemo(
    () => (connectionHistory ? gapsOf(connectionHistory) : []),
    [connectionHistory],
  );
  const { rows, held } = now;
  const count = held ? rows.length : Math.min(rows.length, RUNNING_ROWS);
  const list = useVirtualizer<HTMLDivElement, HTMLLIElement>({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => rows.at(index)?.seq ?? -index,
    // Rows about to scroll into view; a running list does not scroll.
    overscan: held ? 8 : 1,
    initialRect: FIRST_RECT,
    measureElement: (element) => element.offsetHeight || ROW_PX,
    observeElementRect: keepRect,
  });
  // Heights are cached by row; rows that are gone must not stay cached.
  useEffect(() => {
    if (!held) list.measure();
  }, [held, list]);
  const [current, setCurrent] = useState<number | null>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const items = list.getVirtualItems();
  const first = items[0];
  const currentSeq = items.some(({ key }) => key === current) ? current : (first?.key ?? null);
  const isFocused = holds.reasons.has('focus');
  const rowOf = ({ target }: { readonly target: EventTarget }) => {
    const index = rowIndex(target);
    return index === null ? undefined : rows.at(index);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const from = rowIndex(event.target);
    const row = rowOf(event);
    if (event.key === 'Enter' && row && event.target instanceof HTMLLIElement) {
      event.preventDefault();
      onOpenCard(row);
      return;
    }
    const target = targetOf(event, from, rows.length);
    if (target === null) return;
    event.preventDefault();
    holds.set('focus', true);
    list.scrollToIndex(target, { align: 'auto' });
    setCurrent(rows.at(target)?.seq ?? null);
    focusRow(scroller, target);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a box that scrolls around the list
    <div
      ref={scroller}
      className="feed-scroller scrolls"
      data-own-focus
      role="group"
      aria-label={t('events.title')}
      aria-describedby={hintId}
      onScroll={(event) => holds.set('scroll', event.currentTarget.scrollTop > TOP_PX)}
      onPointerMove={(event) => {
        setPointed(rowOf(event)?.seq ?? null);
        if (event.pointerType === 'mouse') holds.pointerMoved();
      }}
      onPointerLeave={() => setPointed(null)}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        const row = rowOf(event);
        const isName = event.target instanceof Element && event.target.closest('.who');
        if (row && isName) onOpenCard(row);
      }}
      onFocus={(event) => {
        if (rowIndex(event.target) !== null) setCurrent(rowOf(event)?.seq ?? null);
        holds.set('focus', true);
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) holds.set('focus', false);
      }}
    >
      <p id={hintId} className="only-heard">
        {t('live.list-hint')}
      </p>
      {gapsAbove(gaps, rows.at(0)).map((gap) => (
        <GapRow key={gap.from} as="div" gap={gap} />
      ))}
      <div style={held ? { height: list.getTotalSize() } : undefined}>
        <ol
          className="event-list rows"
          aria-label={t('events.title')}
          style={held && first ? { transform: `translateY(${first.start}px)` } : undefined}
        >
          {items.map(({ index, key }) => {
            const row = rows.at(index);
            return row ? (
              <li
                key={key}
                ref={held ? list.measureElement : null}
                data-index={index}
                data-kind={row.kind}
                className="feed-item"
                aria-posinset={index + 1}
                aria-setsize={rows.length}
                tabIndex={row.seq === currentSeq ? 0 : -1}
              >
                <FeedRow
                  event={row}
                  isCurrent={row.seq === currentSeq}
                  isActive={row.seq === pointed || (isFocused && row.seq === currentSeq)}
                  onOpenCard={onOpenCard}
                  onBlock={props.onBlock}
                />
                {gapsBelow(gaps, row, rows.at(index + 1)).map((gap) => (
                  <GapRow key={gap.from} as="div" gap={gap} />
                ))}
              </li>
            ) : null;
          })}
        </ol>
      </div>
    </div>
  );
});

/** A list without layout has no height; its last size counts. */
function keepRect(
  instance: { readonly scrollElement: Element | null },
  tell: (rect: { readonly width: number; readonly height: number }) => void,
): (() => void) | undefined {
  const element = instance.scrollElement;
  if (!(element instanceof HTMLElement)) return undefined;
  const look = () => {
    const { offsetWidth: width, offsetHeight: height } = element;
    if (height > 0) tell({ width, height });
  };
  look();
  if (typeof ResizeObserver !== 'function') return undefined;
  const observer = new ResizeObserver(look);
  observer.observe(element);
  return () => observer.disconnect();
}

function rowIndex(target: EventTarget): number | null {
  const item = target instanceof Element ? target.closest('.feed-item') : null;
  return item instanceof HTMLElement ? Number(item.dataset['index']) : null;
}

function targetOf(event: KeyboardEvent, from: number | null, length: number): number | null {
  if (from === null || event.ctrlKey || event.metaKey || event.altKey) return null;
  return rowOfKey(event.key, from, length - 1, PAGE_ROWS);
}

/** Retries, because the row may not be rendered yet. */
function focusRow(scroller: RefObject<HTMLElement | null>, index: number, tries = 3): void {
  requestAnimationFrame(() => {
    const row = scroller.current?.querySelector(`.feed-item[data-index="${index}"]`);
    if (row instanceof HTMLElement) row.focus({ preventScroll: true });
    else if (tries > 0) focusRow(scroller, index, tries - 1);
  });
}

type Hold = 'scroll' | 'button' | 'focus' | 'pointer';

/** A resting pointer no longer holds the list. */
const POINTER_RESTS_MS = 3_000;

export type FeedHold = ReturnType<typeof useFeedHold>;

export function useFeedHold(feed: LiveFeed) {
  const { clock } = usePage().host;
  const [reasons, setReasons] = useState<ReadonlySet<Hold>>(() => new Set());
  const stopTimer = useRef<() => void>(() => {});
  const held = reasons.size > 0;
  useEffect(() => {
    if (held) feed.hold();
    else feed.release();
  }, [feed, held]);
  useEffect(
    () => () => {
      stopTimer.current();
      feed.release();
    },
    [feed],
  );
  const set = useCallback((reason: Hold, on: boolean) => {
    setReasons((before) => {
      if (before.has(reason) === on) return before;
      const next = new Set(before);
      if (on) next.add(reason);
      else next.delete(reason);
      return next;
    });
  }, []);
  /** Holds the list while the pointer moves over it, so no row moves away under it. */
  const pointerMoved = useCallback(() => {
    set('pointer', true);
    stopTimer.current();
    stopTimer.current = clock.after(POINTER_RESTS_MS, () => set('pointer', false));
  }, [clock, set]);
  const clear = useCallback(() => {
    stopTimer.current();
    setReasons(new Set());
  }, []);
  return useMemo(
    () => ({ reasons, set, pointerMoved, clear }),
    [reasons, set, pointerMoved, clear],
  );
}
