import { useState } from 'react';
import { type CssProblem, cssProblems } from '../../../shared/overlay/css-check.ts';
import { CSS_MAX } from '../../../shared/overlay/theme.ts';
import { CodeField } from '../../ui/fields.tsx';
import { useWords } from '../context.ts';
import { useEditor } from './editor-context.ts';

/** The streamer's CSS, a part of the theme's draft. Faulty text stays in the field only. */
export function CssEditor() {
  const { t } = useWords();
  const { state, changeTheme } = useEditor();
  const { css } = state.theme;
  const [faulty, setFaulty] = useState<{ readonly text: string; readonly after: string } | null>(
    null,
  );
  // An undo or another dashboard wins over faulty text.
  const text = faulty?.after === css ? faulty.text : css;
  const problems = text === css ? [] : cssProblems(text);
  const type = (next: string) => {
    const isFaulty = cssProblems(next).length > 0;
    setFaulty(isFaulty ? { text: next, after: css } : null);
    if (!isFaulty) changeTheme((theme) => ({ ...theme, css: next }), { tag: 'css' });
  };
  return (
    <div className="stack">
      <CodeField
        label={t('css.label')}
        value={text}
        max={CSS_MAX}
        rows={10}
        placeholder=".sl-chat-name { font-style: italic; }"
        note={t('css.note')}
        faulty={problems.length > 0}
        onChange={type}
      />
      <Problems problems={problems} />
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
