import { RotateCcw, SwatchBook } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { THEME_IDS, type ThemeId } from '../../../shared/overlay/names.ts';
import type { ThemeChoice } from '../../../shared/overlay/theme.ts';
import { type Layout, layoutSchema } from '../../../shared/overlay/widgets.ts';
import type { TokenName } from '../../themes/clean.ts';
import { builtInTokens, themeTokens } from '../../themes/themes.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Fold } from '../../ui/fold.tsx';
import { useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { CssEditor } from './css-editor.tsx';
import { useEditor, wordAt } from './editor-context.ts';
import { OverlayFrame, PreviewWidgets } from './overlay-preview.tsx';
import { ThemeFile } from './theme-file.tsx';

/** Small enough for text in a sample to be readable. */
const SAMPLE_SIZE = { width: 640, height: 360 } as const;

const SAMPLE_LAYOUT: Layout = layoutSchema.parse([
  { id: 'chat', kind: 'chat', box: { x: 0.03, y: 0.54, width: 0.94, height: 0.43 } },
  { id: 'alerts', kind: 'alerts', box: { x: 0.03, y: 0.04, width: 0.94, height: 0.48 } },
]);

export function ThemeCard() {
  const { t } = useWords();
  return (
    <Card icon={SwatchBook} title={t('themes.title')}>
      <ThemePicker />
      <Fold title={t('themes.colours')}>
        <Colours />
      </Fold>
      <Fold title={t('themes.advanced')}>
        <div className="stack roomy">
          <h3>{t('css.title')}</h3>
          <CssEditor />
          <h3>{t('theme-file.title')}</h3>
          <ThemeFile />
        </div>
      </Fold>
      <ActionProblem action="overlay.draft#theme" />
    </Card>
  );
}

function ThemePicker() {
  const { t } = useWords();
  const { state, changeTheme } = useEditor();
  const group = useId();
  return (
    <fieldset className="themes">
      <legend className="only-heard">{t('themes.title')}</legend>
      {THEME_IDS.map((base) => (
        <label key={base} className="theme-sample">
          <input
            type="radio"
            name={group}
            value={base}
            checked={state.theme.base === base}
            // Resets colours, which would not fit another theme; custom CSS stays.
            onChange={() => changeTheme((theme) => ({ ...theme, base, tokens: {} }))}
          />
          <ThemePicture base={base} />
          <span className="theme-name">{t(`themes.${base}`)}</span>
          <span className="theme-text card-note">{t(`themes.${base}-text`)}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Empty until it has scrolled into view: six unseen previews would cost time. */
function ThemePicture({ base }: { readonly base: ThemeId }) {
  const { t } = useWords();
  const holder = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(false);
  const [theme] = useState<ThemeChoice>({ base, tokens: {}, css: '' });
  useEffect(() => {
    const element = holder.current;
    if (!element) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      setSeen(true);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={holder} className="theme-picture" aria-hidden>
      {seen ? (
        <OverlayFrame title={t(`themes.${base}`)} size={SAMPLE_SIZE} theme={theme}>
          <PreviewWidgets layout={SAMPLE_LAYOUT} theme={theme} source="sample" />
        </OverlayFrame>
      ) : null}
    </div>
  );
}

const COLOUR_TOKENS = [
  '--ov-accent',
  '--ov-text',
  '--ov-text-soft',
  '--ov-streamer',
  '--ov-donation-from',
  '--ov-donation-to',
  '--ov-subscription-from',
  '--ov-subscription-to',
] as const satisfies readonly TokenName[];

function Colours() {
  const words = useWords();
  const { t } = words;
  const { state, changeTheme } = useEditor();
  const { base, tokens } = state.theme;
  const present = themeTokens(state.theme);
  const changed = Object.keys(tokens).length;
  return (
    <>
      <div className="colours">
        {COLOUR_TOKENS.map((token) => {
          const name = wordAt(`token.${token.slice('--ov-'.length)}`, words);
          const colour = hexOf(present[token]) ?? hexOf(builtInTokens(base)[token]);
          const isChanged = Object.hasOwn(tokens, token);
          return (
            <div key={token} className="colour-row">
              <label className="colour">
                <input
                  type="color"
                  value={colour ?? '#ffffff'}
                  onChange={(event) => {
                    const value = event.currentTarget.value;
                    const put = (theme: ThemeChoice) => ({
                      ...theme,
                      tokens: { ...theme.tokens, [token]: value },
                    });
                    changeTheme(put, { tag: `token:${token}` });
                  }}
                />
                <span>{name}</span>
              </label>
              {isChanged ? (
                <IconButton
                  icon={RotateCcw}
                  label={t('themes.reset-one', { name })}
                  onPress={() => changeTheme((theme) => withoutToken(theme, token))}
                />
              ) : null}
            </div>
          );
        })}
      </div>
      {changed > 0 ? (
        <div className="card-row">
          <Button
            variant="ghost"
            icon={RotateCcw}
            onPress={() => changeTheme((theme) => ({ ...theme, tokens: {} }))}
          >
            {t('themes.reset')}
          </Button>
          <span className="card-note">{t('themes.changed', { count: changed })}</span>
        </div>
      ) : null}
    </>
  );
}

/** A colour in the picker's format; null if it is written differently. */
function hexOf(value = ''): string | null {
  const colour = value.trim().toLowerCase();
  if (/^#[0-9a-f]{3}$/.test(colour)) return colour.replaceAll(/[0-9a-f]/g, '$&$&');
  return /^#[0-9a-f]{6}$/.test(colour) ? colour : null;
}

function withoutToken(theme: ThemeChoice, token: string): ThemeChoice {
  const { [token]: _, ...tokens } = theme.tokens;
  return { ...theme, tokens };
}
