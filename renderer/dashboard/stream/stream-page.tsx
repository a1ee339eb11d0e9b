import { useWords } from '../context.ts';

export function StreamPage() {
  const { t } = useWords();
  return <h2>{t('view.stream')}</h2>;
}
