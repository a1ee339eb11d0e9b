import type { ThemeChoice } from '../../shared/overlay/theme.ts';
import { CLEAN } from '../themes/clean.ts';
import { themeTokens } from '../themes/themes.ts';

export type ThemeDress = ReturnType<typeof dressWithTheme>;

/**
 * Dresses a page (the overlay, or a preview's frame) with "clean", then with the themes that it is
 * to wear: `data-theme` on its root element, tokens and custom CSS in constructed sheets, which the page's policy allows. Custom CSS comes
 * last, so it wins over equally specific theme rules; browsers skip rules they cannot parse. The
 * core has checked it (`cssProblems`), and constructed sheets ignore @import.
 */
export function dressWithTheme(page: Document) {
  const view = page.defaultView ?? window;
  const tokens = new view.CSSStyleSheet();
  const own = new view.CSSStyleSheet();
  const root = page.documentElement;
  page.adoptedStyleSheets = [...page.adoptedStyleSheets, tokens, own];
  let css = '';
  putTokens(tokens, CLEAN);
  return {
    wear: (choice: ThemeChoice): void => {
      root.dataset['theme'] = choice.base;
      putTokens(tokens, themeTokens(choice));
      if (css === choice.css) return;
      css = choice.css;
      own.replaceSync(css);
    },
    dispose: (): void => {
      delete root.dataset['theme'];
      page.adoptedStyleSheets = page.adoptedStyleSheets.filter(
        (sheet) => sheet !== tokens && sheet !== own,
      );
    },
  };
}

/** `:where`: a source's own CSS in OBS wins. Set one by one, no value can inject rules. */
function putTokens(sheet: CSSStyleSheet, tokens: Readonly<Record<string, string>>): void {
  sheet.replaceSync(':where(:root) {}');
  const rule = sheet.cssRules[0] as CSSStyleRule | undefined;
  for (const [name, value] of Object.entries(tokens)) rule?.style.setProperty(name, value);
}
