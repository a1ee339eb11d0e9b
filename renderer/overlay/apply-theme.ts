import { mediaPath } from '../../shared/overlay/media.ts';
import { FACES, type Face } from '../../shared/overlay/names.ts';
import type { AlertCard } from '../../shared/overlay/overlay-settings.ts';
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
  const cards = new view.CSSStyleSheet();
  const root = page.documentElement;
  page.adoptedStyleSheets = [...page.adoptedStyleSheets, tokens, cards, own];
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
    /** Size and typeface of alerts. */
    wearCard: (card: AlertCard): void => {
      cards.replaceSync(cardRules(card));
    },
    dispose: (): void => {
      delete root.dataset['theme'];
      page.adoptedStyleSheets = page.adoptedStyleSheets.filter(
        (sheet) => sheet !== tokens && sheet !== cards && sheet !== own,
      );
    },
  };
}

/** Its values come from closed sets: a number, a shipped name, or the hash of a library item. */
function cardRules({ scale, font }: AlertCard): string {
  let rules = `:where(:root) { --ov-alert-scale: ${scale}; }`;
  // The stage's edge stays where it is: a card at the top grows downward.
  if (scale !== 1) {
    rules += `.sl-alert { scale: var(--ov-alert-scale); transform-origin: 50% 0; }
      [data-align="middle"] .sl-alert { transform-origin: 50%; }
      [data-align="bottom"] .sl-alert { transform-origin: 50% 100%; }`;
  }
  if (font === null) return rules;
  const face: string | undefined = FACES[font as Face];
  if (!face) rules += `@font-face { font-family: "sl-own"; src: url(${mediaPath(font)}); }`;
  return `${rules} :where(:root) { --ov-alert-font: "${face ?? 'sl-own'}", var(--ov-font); }
    .sl-alert, .sl-alert-hero { font-family: var(--ov-alert-font); --ov-display-weight: 800; }`;
}

/** `:where`: a source's own CSS in OBS wins. Set one by one, no value can inject rules. */
function putTokens(sheet: CSSStyleSheet, tokens: Readonly<Record<string, string>>): void {
  sheet.replaceSync(':where(:root) {}');
  const rule = sheet.cssRules[0] as CSSStyleRule | undefined;
  for (const [name, value] of Object.entries(tokens)) rule?.style.setProperty(name, value);
}
