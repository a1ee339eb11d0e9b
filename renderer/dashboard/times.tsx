import { useNow, useWords } from './context.ts';

/** Elapsed time, updated every second. `since` in epoch milliseconds. */
export function Elapsed({ since }: { readonly since: number }) {
  const { duration } = useWords();
  const now = useNow(1_000);
  return <span className="lasting">{duration(now - since)}</span>;
}

const JUST_NOW_MS = 1_000;

/** Times as seen from `now` (epoch milliseconds), in the page's language. */
export function useWhen(now: number) {
  const { t, duration, moment } = useWords();
  const ago = (epochMs: number) =>
    now - epochMs < JUST_NOW_MS
      ? t('line.now')
      : t('line.ago', { duration: duration(now - epochMs) });
  const within = (epochMs: number) =>
    epochMs <= now ? t('line.due') : t('line.in', { duration: duration(epochMs - now) });
  const at = (epochMs: number, when: string) => t('line.at', { time: moment(epochMs, now), when });
  return {
    /** "12s ago" */
    ago,
    /** "09:12 · 3h ago" */
    past: (epochMs: number) => at(epochMs, ago(epochMs)),
    /** "14:08 · in 36m", and "any moment" once it is due. */
    future: (epochMs: number) => at(epochMs, within(epochMs)),
  };
}
