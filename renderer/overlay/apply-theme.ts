import type { ThemeChoice } from '../../shared/overlay/theme.ts';
import { themeTokens } from '../themes/themes.ts';

/** A theme on one page, until it is taken off. */
export interface ThemeDress {
  /** Wears this theme from now on, own rules included. */
  wear(choice: ThemeChoice): void;
  /** Takes everything off again. */
  dispose(): void;
}

/**
 * Dresses a page (the overlay, or the frame of a preview): `data-theme` on its root element, the
 * tokens and the streamer's own rules in constructed sheets, which the page's policy has nothing
 * against. Own rules come last, so that they win over equally strong ones of the theme; what a
 * browser cannot read of them it passes over, rule by rule. The core has checked them
 * (`cssProblems`), and constructed sheets take no @import.
 */
export function dressWithTheme(page: Document): ThemeDress {
  const view = page.defaultView ?? window;
  const tokens = new view.CSSStyleSheet();
  const own = new view.CSSStyleSheet();
  const root = page.documentElement;
  page.adoptedStyleSheets = [...page.adoptedStyleSheets, tokens, own];
  let css = '';
  return {
    wear: (choice) => {
      root.dataset['theme'] = choice.base;
      putTokens(tokens, themeTokens(choice));
      if (css === choice.css) return;
      css = choice.css;
      own.replaceSync(css);
    },
    dispose: () => {
      delete root.dataset['theme'];
      page.adoptedStyleSheets = page.adoptedStyleSheets.filter(
        (sheet) => sheet !== tokens && sheet !== own,
      );
    },
  };
}

/**
 * As weak as `overlay-tokens.css` and after it: what the streamer writes into one source's custom
 * CSS in OBS stays stronger. Set one by one, so that no value can be read as more than a value.
 */
function putTokens(sheet: CSSStyleSheet, tokens: Readonly<Record<string, string>>): void {
  sheet.replaceSync(':where(:root) {}');
  const rule = sheet.cssRules[0] as CSSStyleRule | undefined;
  for (const [name, value] of Object.entries(tokens)) rule?.style.setProperty(name, value);
}
