import { useWords } from '../context.ts';

export function BooksPage() {
  const { t } = useWords();
  return <h2>{t('view.books')}</h2>;
}
