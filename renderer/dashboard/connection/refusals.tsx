import type { AppStatus } from '../../../shared/status.ts';
import { isWord, type Words } from '../../i18n/dashboard.ts';
import { useWords } from '../context.ts';

/** Everything that was not accepted, counted, in words; the core's own word beside it. */
export function Refusals({ status }: { readonly status: AppStatus }) {
  const words = useWords();
  const { t, number } = words;
  return (
    <>
      <h3>{t('health.counters')}</h3>
      <dl className="counters">
        {status.alerts.neverAppeared > 0 ? (
          <Counter name={t('health.never-appeared')} value={number(status.alerts.neverAppeared)} />
        ) : null}
        {status.unknownEvents > 0 ? (
          <Counter name={t('health.unknown')} value={number(status.unknownEvents)} />
        ) : null}
        {status.refusals.map(({ reason, count }) => (
          <Counter
            key={reason}
            name={refusalText(reason, words)}
            code={reason}
            value={number(count)}
          />
        ))}
      </dl>
    </>
  );
}

function refusalText(reason: string, { t }: Words): string {
  const key = `refusal.${reason}`;
  return isWord(key) ? t(key) : t('refusal.unnamed');
}

interface CounterProps {
  readonly name: string;
  readonly code?: string;
  readonly value: string;
}

function Counter({ name, code, value }: CounterProps) {
  return (
    <div className="counter">
      <dt>
        {name}
        {code ? <code title={code}>{code}</code> : null}
      </dt>
      <dd>{value}</dd>
    </div>
  );
}
