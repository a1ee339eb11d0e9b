import type { ReorderAnnouncement } from '../ui/reorder.tsx';
import { useWords } from './context.ts';

interface ReorderAnnouncerProps {
  readonly news: ReorderAnnouncement | null;
  readonly nameOf: (id: string) => string;
}

export function ReorderAnnouncer({ news, nameOf }: ReorderAnnouncerProps) {
  const { t } = useWords();
  const values = news && { name: nameOf(news.id), place: news.place, count: news.count };
  return (
    <p className="only-heard" role="status" aria-live="assertive">
      {values ? t(`order.${news.what}`, values) : ''}
    </p>
  );
}
