import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import { LOG_LEVELS } from '../../../shared/contract/maintenance.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LineField } from '../../ui/fields.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useWords } from '../context.ts';
import { type LogLevel, useLog } from './use-log.ts';

const SEARCH_MAX = 200;

/** What the app says of itself, as it says it. Nothing is read until somebody looks. */
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
