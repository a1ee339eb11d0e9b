import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { createI18n } from '../../../renderer/i18n/i18n.ts';
import { OVERLAY_WORDS } from '../../../renderer/i18n/overlay.ts';
import type { Language } from '../../../shared/problem.ts';

/** Renders a widget with the overlay's words. */
export function renderIn(language: Language, widget: ReactNode) {
  return render(
    <I18nextProvider i18n={createI18n(OVERLAY_WORDS, language)}>{widget}</I18nextProvider>,
  );
}
