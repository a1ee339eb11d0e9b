import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type LOG_LEVELS, LOG_PAGE, type LogLine } from '../../../shared/contract/maintenance.ts';
import { useDashboard, usePage } from '../context.ts';

export type LogLevel = (typeof LOG_LEVELS)[number];

/** How often new lines are asked for while somebody looks. */
const ASK_EVERY_MS = 1_000;
/** Nearer to its end than this, the list follows what comes, in pixels. */
const END_SLACK = 24;

export interface FollowedLog {
  /** Oldest first, at most `LOG_PAGE`. */
  readonly lines: readonly LogLine[];
  /** They could not be read the last time. */
  readonly failed: boolean;
  /** What scrolls; it stays at its end while it is there. */
  readonly box: RefObject<HTMLElement | null>;
}

/** Follows the log with a filter; a new filter begins anew. */
export function useLog(level: LogLevel, search: string): FollowedLog {
  const dashboard = useDashboard();
  const { clock } = usePage().host;
  const [lines, setLines] = useState<readonly LogLine[]>([]);
  const [failed, setFailed] = useState(false);
  const box = useRef<HTMLElement>(null);
  const atEnd = useRef(true);

  useEffect(() => {
    let after: number | null = null;
    let asking = false;
    let over = false;
    const ask = async () => {
      if (asking) return;
      asking = true;
      try {
        const begins = after === null;
        const answer = await dashboard.read('care.logs', { level, search, after });
        if (over) return;
        // A core that started anew counts from the beginning.
        after = answer.last < (after ?? 0) ? null : answer.last;
        const { clientHeight = 0, scrollHeight = 0, scrollTop = 0 } = box.current ?? {};
        atEnd.current = begins || scrollHeight - scrollTop - clientHeight < END_SLACK;
        setFailed(false);
        if (begins) setLines(answer.lines);
        else if (answer.lines.length > 0) {
          setLines((before) => [...before, ...answer.lines].slice(-LOG_PAGE));
        }
      } catch {
        if (!over) setFailed(true);
      } finally {
        asking = false;
      }
    };
    void ask();
    const stop = clock.every(ASK_EVERY_MS, () => void ask());
    return () => {
      over = true;
      stop();
    };
  }, [dashboard, clock, level, search]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the lines
  useLayoutEffect(() => {
    const element = box.current;
    if (element && atEnd.current) element.scrollTop = element.scrollHeight;
  }, [lines]);

  return { lines, failed, box };
}
