import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { LOG_LEVELS, LOG_PAGE, type LogLine } from '../../../shared/contract/maintenance.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SelectField } from '../../ui/choices.tsx';
import { LineField } from '../../ui/fields.tsx';
import { useDashboard, usePage, useWords } from '../context.ts';
import { useLatest } from '../query.ts';

const SEARCH_MAX = 200;

export function LogCard() {
  const { t } = useWords();
  const [open, setOpen] = useState(false);
  return (
    <Card icon={ScrollText} title={t('logs.title')}>
      <p className="card-text">{t('logs.text')}</p>
      <div className="card-row">
        <Button icon={ScrollText} onPress={() => setOpen(!open)}>
          {t(open ? 'logs.close' : 'logs.open')}
        </Button>
      </div>
      {open ? <LogLines /> : null}
    </Card>
  );
}

function LogLines() {
  const { t } = useWords();
  const [level, setLevel] = useState<LogLevel>('info');
  const [search, setSearch] = useState('');
  const { lines, failed, box } = useLog(level, search);
  return (
    <>
      <div className="log-filter">
        <SelectField
          label={t('logs.level')}
          choices={LOG_LEVELS.map((value) => ({ value, label: t(`logs.level-${value}`) }))}
          chosen={level}
          onChoose={setLevel}
        />
        <LineField label={t('logs.search')} value={search} max={SEARCH_MAX} onChange={setSearch} />
      </div>
      {failed ? (
        <p className="card-note" role="status">
          {t('logs.failed')}
        </p>
      ) : null}
      {lines.length === 0 ? (
        <p className="card-note">{t('logs.empty')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        <section ref={box} className="log-lines" aria-label={t('logs.lines')} tabIndex={0}>
          <ol>
            {lines.map(({ id, level: gravity, text }) => (
              <li key={id} data-level={gravity}>
                {text}
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  );
}

type LogLevel = (typeof LOG_LEVELS)[number];

/** How often an open log polls for new lines, milliseconds. */
const ASK_EVERY_MS = 1_000;
/** Within this distance of its end the list follows new lines, pixels. */
const END_SLACK = 24;

interface ReadLog {
  readonly lines: readonly LogLine[];
  /** The last line read; null: none yet. */
  readonly last: number | null;
}

const NO_LINES: readonly LogLine[] = [];

/**
 * Follows the log with a filter; a new filter starts over. The lines are the latest `LOG_PAGE`,
 * oldest first; the scrolling `box` stays at its end while it is there.
 */
function useLog(level: LogLevel, search: string) {
  const dashboard = useDashboard();
  const client = useQueryClient();
  const { clock } = usePage().host;
  const box = useRef<HTMLElement>(null);
  const atEnd = useRef(true);
  const queryKey = ['maintenance.logs', level, search];
  const { data, errorUpdateCount, isError, refetch } = useQuery({
    queryKey,
    queryFn: async () => {
      const before = client.getQueryData<ReadLog>(queryKey);
      const after = before?.last ?? null;
      const { lines, last } = await dashboard.read('maintenance.logs', { level, search, after });
      const { clientHeight = 0, scrollHeight = 0, scrollTop = 0 } = box.current ?? {};
      atEnd.current = after === null || scrollHeight - scrollTop - clientHeight < END_SLACK;
      return {
        lines: before && after !== null ? [...before.lines, ...lines].slice(-LOG_PAGE) : lines,
        // A restarted core numbers its lines from the start.
        last: last < (after ?? 0) ? null : last,
      };
    },
  });
  useEffect(
    () => clock.every(ASK_EVERY_MS, () => void refetch({ cancelRefetch: false })),
    [clock, refetch],
  );
  const lines = useLatest(data?.lines) ?? NO_LINES;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the lines
  useLayoutEffect(() => {
    const element = box.current;
    if (element && atEnd.current) element.scrollTop = element.scrollHeight;
  }, [lines]);
  // Whether the last read failed. Without data, a query clears its error while it retries.
  const failed = isError || (!data && errorUpdateCount > 0);
  return { lines, failed, box };
}
