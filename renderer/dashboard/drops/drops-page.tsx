import { useWords } from '../context.ts';

export function DropsPage() {
  const { t } = useWords();
  return <h2>{t('view.drops')}</h2>;
}
