import { Check, ClipboardCopy, Download } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import {
  exportTheme,
  importTheme,
  isThemeName,
  THEME_FILE_ENDING,
  THEME_FILE_MAX,
  THEME_NAME_MAX,
  type ThemeFileProblem,
  type ThemeFileResult,
} from '../../../shared/overlay/theme-file.ts';
import { selectDesktop } from '../../stores/dashboard-store.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { CodeField, LineField } from '../../ui/fields.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { usePage, useSelect, useWords } from '../context.ts';
import { Problems } from './css-editor.tsx';
import { useEditor } from './editor-context.ts';

/** Saves the theme as a file, and takes one. */
export function ThemeFile() {
  return (
    <>
      <Export />
      <Import />
    </>
  );
}

function Export() {
  const { t } = useWords();
  const { state } = useEditor();
  const inApp = useSelect(selectDesktop) !== null;
  const [name, setName] = useState('');
  const { theme } = state;
  const named = name.trim() === '' ? t(`themes.${theme.base}`) : name.trim();
  const text = useMemo(() => exportTheme({ name: named, ...theme }), [named, theme]);
  return (
    <>
      <LineField
        label={t('theme-file.name')}
        value={name}
        max={THEME_NAME_MAX}
        placeholder={t(`themes.${theme.base}`)}
        onChange={setName}
      />
      {isThemeName(named) ? (
        <div className="card-row">
          {/* The app denies its window every download; text it can put on the clipboard. */}
          {inApp ? <CopyText text={text} /> : <DownloadLink text={text} name={fileName(named)} />}
        </div>
      ) : null}
    </>
  );
}

/** A name valid on every file system. */
function fileName(themeName: string): string {
  const plain = themeName.replace(/[^\p{L}\p{N} _-]+/gu, '').trim();
  return `${plain === '' ? 'theme' : plain}${THEME_FILE_ENDING}`;
}

function DownloadLink({ text, name }: { readonly text: string; readonly name: string }) {
  const { t } = useWords();
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [text]);
  return (
    <a className="button button-plain" href={address ?? undefined} download={name}>
      <Download size={16} aria-hidden />
      <span>{t('theme-file.download')}</span>
    </a>
  );
}

function CopyText({ text }: { readonly text: string }) {
  const { t } = useWords();
  const { host } = usePage();
  const [outcome, setOutcome] = useState<{ readonly of: string; readonly done: boolean } | null>(
    null,
  );
  const copied = outcome?.of === text ? outcome : null;
  const copy = async () => setOutcome({ of: text, done: await host.copyText(text) });
  return (
    <>
      <Button icon={copied?.done ? Check : ClipboardCopy} onPress={() => void copy()}>
        {t(copied?.done ? 'copy.done' : 'theme-file.copy')}
      </Button>
      {copied && !copied.done ? (
        <CodeField label={t('theme-file.by-hand')} value={text} rows={6} readOnly />
      ) : null}
    </>
  );
}

function Import() {
  const { t } = useWords();
  const { changeTheme } = useEditor();
  const [pasted, setPasted] = useState('');
  const [result, setResult] = useState<ThemeFileResult | null>(null);
  const take = (text: string) => {
    const read = importTheme(text);
    setResult(read);
    if (!read.ok) return;
    const { base, tokens, css } = read.theme;
    changeTheme(() => ({ base, tokens: { ...tokens }, css }));
    setPasted('');
  };
  const open = async (file: File) => {
    // Characters take at most four bytes, so a larger file is certainly too large.
    if (file.size > THEME_FILE_MAX * 4) {
      setResult({ ok: false, problem: { reason: 'too-large', most: THEME_FILE_MAX } });
      return;
    }
    take(await file.text());
  };
  return (
    <div className="theme-import apart stack">
      <FileButton
        text={t('theme-file.open')}
        accept=".json,application/json"
        onFiles={([file]) => void open(file)}
      />
      <CodeField
        label={t('theme-file.paste')}
        value={pasted}
        rows={3}
        onChange={setPasted}
        placeholder="{ &quot;stagelight&quot;: &quot;theme&quot;, … }"
      />
      <Button icon={Check} disabled={pasted.trim() === ''} onPress={() => take(pasted)}>
        {t('theme-file.take')}
      </Button>
      <div role="status">
        {result?.ok ? (
          <Callout
            tone="live"
            icon={Check}
            title={t('theme-file.taken')}
            text={<bdi>{result.theme.name}</bdi>}
          />
        ) : null}
      </div>
      {result && !result.ok ? <Refused problem={result.problem} /> : null}
    </div>
  );
}

function Refused({ problem }: { readonly problem: ThemeFileProblem }): ReactNode {
  const { t } = useWords();
  return (
    <Callout
      tone="error"
      role="alert"
      title={t('theme-file.refused')}
      text={t(`theme-file.${problem.reason}`, valuesOf(problem))}
    >
      {problem.reason === 'bad-css' ? <Problems problems={problem.problems} /> : null}
    </Callout>
  );
}

function valuesOf(problem: ThemeFileProblem): Record<string, string | number> {
  const { reason, ...values } = problem;
  return Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) => typeof value === 'string' || typeof value === 'number',
    ),
  );
}
