import type { Language } from '../../../shared/locales/index.ts';
import type { ThemeChoice } from '../../../shared/overlay/theme.ts';
import { dressWithTheme } from '../../overlay/apply-theme.ts';
import { OVERLAY_SHEETS } from './overlay-sheets.ts';

/** An empty page that is dressed as the overlay's. */
export interface FrameDress {
  readonly page: Document;
  /** What is drawn goes in here. */
  readonly root: HTMLElement;
  put(theme: ThemeChoice, language: Language): void;
}

/** Stands in a frame of a page that knows dark and light; the overlay knows neither. */
const FRAME_RULES = ':root { color-scheme: light; } body { pointer-events: none; }';

/** Gives an empty page the overlay's style sheets and root. */
export function openFrameDress(page: Document): FrameDress {
  const view = page.defaultView ?? window;
  page.adoptedStyleSheets = [...OVERLAY_SHEETS, FRAME_RULES].map((css) => {
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(css);
    return sheet;
  });
  const theme = dressWithTheme(page);
  const root = page.createElement('div');
  root.id = 'root';
  page.body.replaceChildren(root);
  return {
    page,
    root,
    put: (choice, language) => {
      page.documentElement.lang = language;
      theme.wear(choice);
    },
  };
}
