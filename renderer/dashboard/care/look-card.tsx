import { Languages } from 'lucide-react';
import { Card } from '../../ui/card.tsx';
import { ActionProblem } from '../action-problem.tsx';
import { useWords } from '../context.ts';
import { LanguageSwitch, ThemeSwitch } from '../strip/preferences.tsx';

/** The language, and how bright the page is: also in the strip, where it is found first. */
export function LookCard() {
  const { t } = useWords();
  return (
    <Card icon={Languages} title={t('look.title')}>
      <div className="look-row">
        <span>{t('look.language')}</span>
        <LanguageSwitch />
        <span>{t('look.theme')}</span>
        <ThemeSwitch />
      </div>
      <p className="card-note">{t('look.text')}</p>
      <ActionProblem action="language" />
    </Card>
  );
}
