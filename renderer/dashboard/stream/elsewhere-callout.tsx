import { Check, RefreshCcwDot } from 'lucide-react';
import { useState } from 'react';
import type { StreamDesk } from '../../../shared/contract/stream.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { usePage, useWords } from '../context.ts';
import { valueText } from './field-words.ts';
import { FromTo } from './log-card.tsx';

/** When the last change by others was found out that somebody has taken note of on this computer. */
const SEEN = 'stream-elsewhere-seen';
/** Changes that are shown; the log has the others. */
const SHOWN_MOST = 4;

/** What somebody else has changed, until it was taken note of. */
export function ElsewhereCallout({ desk }: { readonly desk: StreamDesk }) {
  const words = useWords();
  const { t } = words;
  const { host } = usePage();
  const [seen, setSeen] = useState(() => Number(host.readPreference(SEEN) ?? 0));
  const news = desk.log.filter(({ by, at }) => by === 'elsewhere' && at > seen);
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
      <ul className="stream-steps">
        {news.slice(0, SHOWN_MOST).map(({ id, field, before, after }) => (
          <li key={id}>
            <FromTo
              field={field}
              from={before === null ? t('stream.unknown') : valueText(words, field, before.value)}
              to={valueText(words, field, after)}
            />
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
