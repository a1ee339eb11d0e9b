import type { ThemeChoice } from '../../shared/overlay/theme.ts';
import { themeTokens } from '../themes/themes.ts';

/** A theme applied to one page. */
export interface ThemeDress {
  /** Applies a theme, including custom CSS. */
  wear(choice: ThemeChoice): void;
  /** Removes everything. */
  dispose(): void;
}

/**
 * Applies a theme to a page (the overlay, or a preview's frame): `data-theme` on its root element,
 * tokens and custom CSS in constructed sheets, which the page's policy allows. Custom CSS comes
 * last, so it wins over equally specific theme rules; browsers skip rules they cannot parse. The
 * core has checked it (`cssProblems`), and constructed sheets ignore @import.
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
 * Same specificity as `overlay-tokens.css` and after it, so a source's custom CSS in OBS still
 * wins. Properties are set one by one, so a value cannot inject rules.
 */
function putTokens(sheet: CSSStyleSheet, tokens: Readonly<Record<string, string>>): void {
  sheet.replaceSync(':where(:root) {}');
  const rule = sheet.cssRules[0] as CSSStyleRule | undefined;
  for (const [name, value] of Object.entries(tokens)) rule?.style.setProperty(name, value);
}
