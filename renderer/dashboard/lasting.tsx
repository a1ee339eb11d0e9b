import { useNow, useWords } from './context.ts';

/** How long something has been going on, ticking. `since` in epoch milliseconds. */
export function Lasting({ since }: { readonly since: number }) {
  const { duration } = useWords();
  const now = useNow(1_000);
  return <span className="lasting">{duration(now - since)}</span>;
}
