import { FilterX } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Fold } from '../ui/fold.tsx';
import { useWords } from './context.ts';

interface MoreFiltersProps {
  /** Whether one of those in here is set. */
  readonly isUsed: boolean;
  /** Whether any filter is set, of all. */
  readonly isFiltered: boolean;
  readonly onClear: () => void;
  readonly children: ReactNode;
}

/** The filters that are rarely needed, folded, and what clears all filters. */
export function MoreFilters({ isUsed, isFiltered, onClear, children }: MoreFiltersProps) {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(isUsed);
  useEffect(() => {
    // Opens for filters set elsewhere and stays open when a field is emptied.
    if (isUsed) setOpen(true);
  }, [isUsed]);
  return (
    <div className="more-filters">
      <Fold
        title={t('filters.more')}
        open={isOpen}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        {children}
      </Fold>
      {isFiltered ? (
        <Button icon={FilterX} variant="ghost" onPress={onClear}>
          {t('filters.clear')}
        </Button>
      ) : null}
    </div>
  );
}
