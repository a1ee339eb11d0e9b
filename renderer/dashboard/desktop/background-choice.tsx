import type { OverlayLook } from '../../../shared/desktop.ts';
import { type Choice, ChoiceList } from '../../ui/choice-list.tsx';
import { useWords } from '../context.ts';
import { useSetting } from './use-setting.ts';

/** What OBS's chroma key filter knows by name. */
const CHROMA = { green: '#00ff00', magenta: '#ff00ff', blue: '#0000ff' } as const;
type Background = 'none' | keyof typeof CHROMA | 'own';
const BACKGROUNDS: readonly Background[] = ['none', 'green', 'magenta', 'blue', 'own'];

/** Where choosing an own colour begins: green as cloth is. */
const FIRST_OWN = '#00b140';

function backgroundOf(colour: OverlayLook['background']): Background {
  if (colour === null) return 'none';
  const same = colour.toLowerCase();
  return BACKGROUNDS.find((name) => name in CHROMA && colourOf(name) === same) ?? 'own';
}

function colourOf(background: Background): string | null {
  if (background === 'none') return null;
  return background === 'own' ? FIRST_OWN : CHROMA[background];
}

/** Transparent, or one colour for chroma keying. */
export function BackgroundChoice({ actual }: { readonly actual: OverlayLook['background'] }) {
  const { t } = useWords();
  const [colour, change] = useSetting('overlay-window.set', 'background', actual);
  const chosen = backgroundOf(colour);
  const choices = BACKGROUNDS.map(
    (value): Choice<Background> => ({
      value,
      label: t(`overlay-window.background-${value}`),
      sample: value === 'own' ? undefined : <Sample colour={colourOf(value)} />,
    }),
  );
  return (
    <div className="background">
      <ChoiceList
        label={t('overlay-window.background')}
        choices={choices}
        chosen={chosen}
        onChoose={(value) => change(colourOf(value))}
      />
      {chosen === 'own' ? (
        <label className="colour">
          <input
            type="color"
            value={colour ?? FIRST_OWN}
            onChange={(event) => change(event.currentTarget.value)}
          />
          <span>{t('overlay-window.background-colour')}</span>
          <code>{colour}</code>
        </label>
      ) : null}
      <p className="card-note">{t('overlay-window.background-text')}</p>
    </div>
  );
}

function Sample({ colour }: { readonly colour: string | null }) {
  return (
    <svg className="sample" width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      {colour === null ? (
        <path className="sample-checks" d="M0 0h8v16h8V8H0z" />
      ) : (
        <path fill={colour} d="M0 0h16v16H0z" />
      )}
    </svg>
  );
}
