import { useWords } from '../context.ts';

export function PeoplePage() {
  const { t } = useWords();
  return <h2>{t('view.people')}</h2>;
}
