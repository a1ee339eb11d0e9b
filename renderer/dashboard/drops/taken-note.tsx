import { Check, ListChecks } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { useWords } from '../context.ts';
import { goToCard, JOBS_CARD } from './go-to-card.ts';

interface TakenNoteProps {
  readonly count: number;
  /** It was followed. */
  readonly onFollowed: () => void;
}

/** Where an order went. It has the keyboard first: the question that had it is gone. */
export function TakenNote({ count, onFollowed }: TakenNoteProps) {
  const { t } = useWords();
  const way = useRef<HTMLSpanElement>(null);
  useEffect(() => way.current?.querySelector('button')?.focus({ preventScroll: true }), []);
  return (
    <Callout
      tone="live"
      icon={Check}
      role="status"
      title={t('drops.taken', { count })}
      aside={
        <span ref={way}>
          <Button
            icon={ListChecks}
            onPress={() => {
              goToCard(JOBS_CARD);
              onFollowed();
            }}
          >
            {t('drops.show-jobs')}
          </Button>
        </span>
      }
    />
  );
}
