import { Check, RotateCcw } from 'lucide-react';
import { useMemo } from 'react';
import { type CssProblem, cssProblems } from '../../../shared/overlay/css-check.ts';
import { CSS_MAX } from '../../../shared/overlay/theme.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/fields.tsx';
import { useWords } from '../context.ts';
import { useEditor } from './editor-context.ts';

const ROWS = 10;

/** The streamer's CSS: previewed while typing, on air once applied. */
export function CssEditor() {
  const { t } = useWords();
  const { state, cssDraft, draftCss, changeTheme } = useEditor();
  const { css } = state.theme;
  const text = cssDraft ?? css;
  const problems = useMemo(() => cssProblems(text), [text]);
  const changed = text !== css;
  const apply = () => {
    changeTheme((theme) => ({ ...theme, css: text }));
    draftCss(null);
  };
  return (
    <div className="stack">
      <CodeField
        label={t('css.label')}
        value={text}
        max={CSS_MAX}
        rows={ROWS}
        placeholder=".sl-chat-name { font-style: italic; }"
        note={t('css.note')}
        faulty={problems.length > 0}
        onChange={draftCss}
      />
      <Problems problems={problems} />
      <div className="card-row">
        <Button
          variant={changed ? 'primary' : 'plain'}
          icon={Check}
          disabled={!changed || problems.length > 0}
          onPress={apply}
        >
          {t('css.apply')}
        </Button>
        <Button variant="ghost" icon={RotateCcw} disabled={!changed} onPress={() => draftCss(null)}>
          {t('css.discard')}
        </Button>
        <span className="card-note" role="status">
          {changed && problems.length === 0 ? t('css.previewed') : ''}
        </span>
      </div>
    </div>
  );
}

export function Problems({ problems }: { readonly problems: readonly CssProblem[] }) {
  const { t } = useWords();
  return (
    <ul className="css-problems stack" role="alert">
      {problems.map(({ reason, line, found }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two problems can be equal in all they say
        <li key={index}>
          <span>{t('css.line', { line })}</span> {t(`css.reason-${reason}`, { found })}
        </li>
      ))}
    </ul>
  );
}
