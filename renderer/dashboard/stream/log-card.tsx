import {
  ArrowRight,
  Check,
  CircleCheck,
  CircleHelp,
  CircleX,
  History,
  RefreshCcwDot,
  Undo2,
  X,
} from 'lucide-react';
import { useState } from 'react';
import type {
  StreamChangeEntry,
  StreamFieldName,
  StreamFieldValue,
  StreamOutcome,
  StreamState,
} from '../../../shared/contract/stream.ts';
import { cureOf, type Problem, whatOf } from '../../../shared/problem.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { ActionButton } from '../action-button.tsx';
import { useDashboard, useNow, usePage, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
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
  const [outcome, setOutcome] = useState<StreamOutcome | null>(null);
  const takeBack = async () => {
    if (undo) setOutcome(await dashboard.ask('stream.undo', { id: undo.id }));
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
      <Outcome outcome={outcome} onClose={() => setOutcome(null)} />
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

interface OutcomeProps {
  readonly outcome: StreamOutcome | null;
  readonly onClose: () => void;
}

/** Most important first. */
const ENDS = ['failed', 'unknown', 'done'] as const;
const OUTCOME_STYLES = {
  failed: { tone: 'error', icon: CircleX },
  unknown: { tone: 'warn', icon: CircleHelp },
  done: { tone: 'live', icon: CircleCheck },
} as const;

function endOf(problem: Problem | null): (typeof ENDS)[number] {
  if (problem === null) return 'done';
  return problem.outcome === 'unknown' ? 'unknown' : 'failed';
}

export function Outcome({ outcome, onClose }: OutcomeProps) {
  const { t, pick } = useWords();
  if (outcome === null || outcome.parts.length === 0) return null;
  const ends = outcome.parts.map(({ problem }) => endOf(problem));
  const end = ENDS.find((each) => ends.includes(each)) ?? 'done';
  return (
    <Callout
      {...OUTCOME_STYLES[end]}
      role={end === 'done' ? 'status' : 'alert'}
      title={outcome.parts
        .map(({ part, problem }) =>
          t(`stream.part-${endOf(problem)}`, { part: t(`stream.part.${part}`) }),
        )
        .join(' · ')}
      aside={<IconButton icon={X} label={t('stream.outcome-close')} onPress={onClose} />}
    >
      {outcome.parts.map(({ part, problem }) =>
        problem === null ? null : (
          <p key={part} className="callout-text">
            {pick(whatOf(problem))} {pick(cureOf(problem))}
          </p>
        ),
      )}
    </Callout>
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
