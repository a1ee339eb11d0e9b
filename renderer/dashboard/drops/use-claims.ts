import { useCallback, useEffect, useRef, useState } from 'react';
import type { DropsClaim, DropsDesk } from '../../../shared/contract/drops.ts';
import { actionOf } from '../../stores/dashboard-store.ts';
import { useDashboard, usePage, useSelect } from '../context.ts';
import type { ClaimFiltersInUse } from './use-claim-filters.ts';

/** While somebody types, nothing is asked for. */
const TYPING_MS = 150;
/** What is shown follows the books this often at most. */
const FOLLOW_MS = 1_000;

export interface ClaimsShown {
  readonly claims: readonly DropsClaim[];
  readonly more: boolean;
  /** Entries of the page that could not be read; left out: none. */
  readonly damaged?: number | undefined;
  /** When the platform was read, epoch milliseconds; null: these are as they were read last. */
  readonly platformAt: number | null;
}

export interface ClaimsInUse {
  /** null: nothing was read yet. */
  readonly shown: ClaimsShown | null;
  readonly page: number;
  readonly reading: boolean;
  readonly size: number;
  setSize(size: number): void;
  /** Goes to another page of where the present one came from. */
  go(page: number): void;
  /** Reads the page at the platform. */
  readPlatform(): void;
}

/**
 * The claims that fit. What the app knows is shown at once and follows the books; the platform is
 * read only when somebody asks, and once more when marking has ended.
 */
export function useClaims(query: ClaimFiltersInUse['query'], desk: DropsDesk): ClaimsInUse {
  const dashboard = useDashboard();
  const { host } = usePage();
  const [size, setSizeTo] = useState(1_000);
  const [page, setPage] = useState(0);
  const [atPlatform, setAtPlatform] = useState(false);
  const [shown, setShown] = useState<ClaimsShown | null>(null);
  const reading = useSelect(actionOf('drops.claims')).phase === 'pending';
  const latest = useRef(0);
  /** What is being read at the platform: nothing that the books say in the meantime takes its turn. */
  const asked = useRef<{ readonly query: unknown; readonly size: number } | null>(null);
  const revision = useThrottled(desk.revision, FOLLOW_MS);
  const isPaying = desk.jobs.some((job) => job.phase === 'running' || job.phase === 'queued');

  const readPlatform = useCallback(
    async (to: number) => {
      if (query === null) return;
      latest.current += 1;
      const turn = latest.current;
      asked.current = { query, size };
      const found = await dashboard.ask('drops.claims', {
        ...query,
        ...{ source: 'platform', page: to, size },
      });
      if (turn === latest.current) asked.current = null;
      if (found === null || turn !== latest.current) return;
      setAtPlatform(true);
      setPage(to);
      setShown({ ...found, platformAt: host.clock.now() });
    },
    [dashboard, host, query, size],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: another question begins at its first page
  useEffect(() => {
    setPage(0);
    setAtPlatform(false);
  }, [query, size]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what the books say now is read again
  useEffect(() => {
    const { query: inTurn, size: sizeInTurn } = asked.current ?? {};
    if (query === null || atPlatform || (inTurn === query && sizeInTurn === size)) return;
    asked.current = null;
    latest.current += 1;
    const turn = latest.current;
    return host.clock.after(TYPING_MS, () => {
      dashboard.read('drops.claims', { ...query, source: 'kept', page, size }).then(
        (found) => {
          if (turn === latest.current) setShown({ ...found, platformAt: null });
        },
        // The page says already that the app cannot be reached; what was shown stays.
        () => undefined,
      );
    });
  }, [dashboard, host, query, size, page, atPlatform, revision]);

  const paidBefore = useRef(isPaying);
  useEffect(() => {
    const ended = paidBefore.current && !isPaying;
    paidBefore.current = isPaying;
    if (ended && atPlatform) void readPlatform(page);
  }, [isPaying, atPlatform, page, readPlatform]);

  return {
    shown,
    page,
    size,
    setSize: setSizeTo,
    reading,
    go(to) {
      if (!atPlatform) setPage(to);
      // A second press while a page is read would only throw that page away.
      else if (!reading) void readPlatform(to);
    },
    readPlatform: () => void readPlatform(atPlatform ? page : 0),
  };
}

/** A value that is taken over at most this often. */
function useThrottled<T>(value: T, periodMs: number): T {
  const { clock } = usePage().host;
  const [taken, setTaken] = useState(value);
  const newest = useRef(value);
  newest.current = value;
  const differs = value !== taken;
  useEffect(() => {
    if (!differs) return;
    return clock.after(periodMs, () => setTaken(newest.current));
  }, [clock, differs, periodMs]);
  return taken;
}
