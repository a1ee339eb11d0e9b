import { ArrowRight, History, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type {
  StreamChangeEntry,
  StreamDesk,
  StreamOutcome,
} from '../../../shared/contract/stream.ts';
import { actionOf } from '../../stores/dashboard-store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ActionProblem } from '../action-problem.tsx';
import { useDashboard, useNow, useSelect, useWords } from '../context.ts';
import { valueText } from './field-words.ts';
import { Outcome } from './outcome.tsx';
import { useHindrance } from './use-writing.ts';

/** What was changed, by whom, and the way back from the last change of ours. */
export function LogCard({ desk }: { readonly desk: StreamDesk }) {
  const { t } = useWords();
  return (
    <Card icon={History} title={t('stream.log')}>
      <Undo desk={desk} />
      {desk.log.length === 0 ? (
        <p className="card-text">{t('stream.log-empty')}</p>
      ) : (
        <section
          className="stream-log"
          aria-label={t('stream.log-list')}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached with keys
          tabIndex={0}
        >
          <ol>
            {desk.log.map((entry) => (
              <LogRow key={entry.id} entry={entry} />
            ))}
          </ol>
        </section>
      )}
    </Card>
  );
}

function Undo({ desk }: { readonly desk: StreamDesk }) {
  const words = useWords();
  const { t } = words;
  const dashboard = useDashboard();
  const { phase } = useSelect(actionOf('stream.undo'));
  const forLive = useHindrance('WRITE:LIVE_STREAM_SETTINGS');
  const forChat = useHindrance('WRITE:LIVE_CHAT_SETTINGS');
  const [outcome, setOutcome] = useState<StreamOutcome | null>(null);
  const { undo } = desk;
  const takeBack = async () => {
    if (undo) setOutcome(await dashboard.ask('stream.undo', { id: undo.id }));
  };
  return (
    <div className="stream-undo">
      <Button
        icon={Undo2}
        busy={phase === 'pending'}
        disabled={undo === null || (forLive !== null && forChat !== null)}
        onPress={() => void takeBack()}
      >
        {t('stream.undo')}
      </Button>
      {undo ? (
        <ul className="stream-steps">
          {undo.steps.map(({ field, now, back }) => (
            <li key={field}>
              <FromTo
                field={field}
                from={valueText(words, field, now)}
                to={valueText(words, field, back)}
              />
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
  const words = useWords();
  const { t, moment, dateTime } = words;
  const now = useNow(MINUTE);
  const { at, by, field, before, after } = entry;
  return (
    <li className="stream-log-row">
      <div className="stream-log-head">
        <time dateTime={new Date(at).toISOString()} title={dateTime(at)}>
          {moment(at, now)}
        </time>
        <Badge tone={by === 'us' ? 'accent' : 'warn'}>{t(`stream.by.${by}`)}</Badge>
      </div>
      <FromTo
        field={field}
        from={before === null ? t('stream.unknown') : valueText(words, field, before.value)}
        to={valueText(words, field, after)}
      />
    </li>
  );
}

interface FromToProps {
  readonly field: StreamChangeEntry['field'];
  readonly from: string;
  readonly to: string;
}

/** One field, what it was and what it is. */
export function FromTo({ field, from, to }: FromToProps) {
  const { t } = useWords();
  return (
    <p className="stream-from-to">
      <strong>{t(`stream.field.${field}`)}</strong>
      <bdi className="stream-from">{from}</bdi>
      <ArrowRight size={14} aria-label="→" />
      <bdi>{to}</bdi>
    </p>
  );
}
