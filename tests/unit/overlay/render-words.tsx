import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { WidgetLanguage } from '../../../renderer/widgets/widget-words.tsx';
import type { Language } from '../../../shared/locales/index.ts';

/** Renders a widget with the overlay's words. */
export function renderIn(language: Language, widget: ReactNode) {
  return render(<WidgetLanguage language={language}>{widget}</WidgetLanguage>);
}
