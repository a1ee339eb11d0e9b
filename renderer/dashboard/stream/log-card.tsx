import { ArrowRight, Check, History, RefreshCcwDot, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type {
  StreamChangeEntry,
  StreamFieldName,
  StreamFieldValue,
  StreamState,
} from '../../../shared/contract/stream.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { ActionButton } from '../action-button.tsx';
import { useDashboard, useNow, usePage, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { type ChangeEnd, Outcome } from './change-outcome.tsx';
import { valueText } from './field-words.tsx';
import { useHindrance } from './use-writing.ts';

export function LogCard({ stream }: { readonly stream: StreamState }) {
  const { t } = useWords();
  return (
    <Card icon={History} title={t('stream.log')}>
      <Undo stream={stream} />
      {stream.log.length === 0 ? (
        <p className="card-text">{t('stream.log-empty')}</p>
      ) : (
        <section
          className="stream-log scrolls"
          aria-label={t('stream.log-list')}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached with keys
          tabIndex={0}
        >
          <ol className="lined-rows">
            {stream.log.map((entry) => (
              <LogRow key={entry.id} entry={entry} />
            ))}
          </ol>
        </section>
      )}
    </Card>
  );
}

function Undo({ stream: { undo } }: { readonly stream: StreamState }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const forLive = useHindrance('WRITE:LIVE_STREAM_SETTINGS');
  const forChat = useHindrance('WRITE:LIVE_CHAT_SETTINGS');
  const [end, setEnd] = useState<ChangeEnd | null>(null);
  const takeBack = async () => {
    if (!undo) return;
    setEnd(null);
    const outcome = await dashboard.ask('stream.undo', { id: undo.id });
    const change = Object.fromEntries(undo.steps.map(({ field, back }) => [field, back]));
    setEnd(outcome && { outcome, change });
  };
  return (
    <div className="stream-undo stack">
      <ActionButton
        action="stream.undo"
        icon={Undo2}
        disabled={undo === null || (forLive !== null && forChat !== null)}
        onPress={() => void takeBack()}
      >
        {t('stream.undo')}
      </ActionButton>
      {undo ? (
        <ul className="stream-steps rows stack">
          {undo.steps.map(({ field, now, back }) => (
            <li key={field}>
              <FromTo field={field} before={{ value: now }} after={back} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="card-note">{t('stream.undo-none')}</p>
      )}
      <ActionProblem action="stream.undo" />
      <Outcome end={end} onChange={setEnd} />
    </div>
  );
}

const MINUTE = 60_000;

function LogRow({ entry }: { readonly entry: StreamChangeEntry }) {
  const { t, moment, dateTime } = useWords();
  const now = useNow(MINUTE);
  const { at, by } = entry;
  return (
    <li className="stream-log-row">
      <div className="stream-log-head card-row card-note">
        <time dateTime={new Date(at).toISOString()} title={dateTime(at)}>
          {moment(at, now)}
        </time>
        <Badge tone={by === 'us' ? 'accent' : 'warn'}>{t(`stream.by.${by}`)}</Badge>
      </div>
      <FromTo {...entry} />
    </li>
  );
}

interface FromToProps {
  readonly field: StreamFieldName;
  /** null if unknown. */
  readonly before: { readonly value: StreamFieldValue } | null;
  readonly after: StreamFieldValue;
}

function FromTo({ field, before, after }: FromToProps) {
  const words = useWords();
  const { t } = words;
  return (
    <p className="stream-from-to">
      <strong>{t(`stream.field.${field}`)}</strong>
      <bdi className="stream-from">
        {before === null ? t('stream.unknown') : valueText(words, field, before.value)}
      </bdi>
      <ArrowRight size={14} aria-label="→" />
      <bdi>{valueText(words, field, after)}</bdi>
    </p>
  );
}

/** When the last acknowledged change by others was found; kept in this browser. */
const SEEN = 'stream-elsewhere-seen';
/** The most changes shown; the log has all. */
const SHOWN_MOST = 4;

export function ElsewhereCallout({ stream }: { readonly stream: StreamState }) {
  const { t } = useWords();
  const { host } = usePage();
  const [seen, setSeen] = useState(() => Number(host.readPreference(SEEN) ?? 0));
  const news = stream.log.filter(({ by, at }) => by === 'elsewhere' && at > seen);
  const latest = news[0];
  if (!latest) return null;
  const dismiss = () => {
    host.writePreference(SEEN, String(latest.at));
    setSeen(latest.at);
  };
  return (
    <Callout
      tone="warn"
      icon={RefreshCcwDot}
      role="status"
      title={t('stream.elsewhere', { count: news.length })}
      text={t('stream.elsewhere-hint')}
    >
      <ul className="stream-steps rows stack">
        {news.slice(0, SHOWN_MOST).map((entry) => (
          <li key={entry.id}>
            <FromTo {...entry} />
          </li>
        ))}
      </ul>
      <div className="card-row">
        <Button icon={Check} onPress={dismiss}>
          {t('stream.elsewhere-dismiss')}
        </Button>
      </div>
    </Callout>
  );
}
