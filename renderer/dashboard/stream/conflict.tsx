import { GitCompareArrows } from 'lucide-react';
import type { StreamFieldName, StreamFieldValue } from '../../../shared/contract/stream.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { useWords } from '../context.ts';
import { valueText } from './field-words.ts';

interface ConflictProps {
  readonly field: StreamFieldName;
  readonly mine: StreamFieldValue;
  readonly theirs: StreamFieldValue;
  readonly onKeep: () => void;
  readonly onTake: () => void;
}

/** A field that somebody else has set while it was being edited here: both values, and the choice. */
export function Conflict({ field, mine, theirs, onKeep, onTake }: ConflictProps) {
  const words = useWords();
  const { t } = words;
  return (
    <Callout tone="warn" icon={GitCompareArrows} role="alert" title={t('stream.conflict')}>
      <dl className="stream-both">
        <dt>{t('stream.conflict-mine')}</dt>
        <dd>
          <bdi>{valueText(words, field, mine)}</bdi>
        </dd>
        <dt>{t('stream.conflict-theirs')}</dt>
        <dd>
          <bdi>{valueText(words, field, theirs)}</bdi>
        </dd>
      </dl>
      <div className="card-row">
        <Button onPress={onKeep}>{t('stream.conflict-keep')}</Button>
        <Button onPress={onTake}>{t('stream.conflict-take')}</Button>
      </div>
    </Callout>
  );
}
