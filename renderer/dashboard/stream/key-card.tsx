import { Copy, Eye, EyeOff, KeyRound } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Card } from '../../ui/card.tsx';
import { ActionButton } from '../action-button.tsx';
import { useDashboard, usePage, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { useHindrance } from './use-writing.ts';

/** How long the page keeps a revealed key, milliseconds. */
const KEY_SHOWN_MS = 30_000;
/** How long a copied key stays in the clipboard, milliseconds. */
const KEY_COPIED_MS = 60_000;
const COVERED = '••••••••••••••••';

/** The stream key: masked, read only on request, then forgotten. */
export function KeyCard() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const { host } = usePage();
  const hindrance = useHindrance('READ:LIVE_STREAM_KEY');
  const field = useRef<HTMLInputElement>(null);
  // Kept in local state: every part of the page can read the store.
  const [shown, setShown] = useState<string | null>(null);
  const [copied, setCopied] = useState<'done' | 'failed' | null>(null);

  useEffect(() => {
    if (shown === null && copied === null) return undefined;
    return host.clock.after(KEY_SHOWN_MS, () => {
      setShown(null);
      setCopied(null);
    });
  }, [shown, copied, host]);
  useEffect(() => {
    if (copied === 'failed' && shown !== null) field.current?.select();
  }, [copied, shown]);

  const ask = async (): Promise<string | null> =>
    shown ?? (await dashboard.ask('stream.key', {}))?.streamKey ?? null;
  const show = async () => {
    setCopied(null);
    setShown(shown === null ? await ask() : null);
  };
  const copy = async () => {
    const key = await ask();
    if (key === null) return;
    const done = await host.copyText(key, KEY_COPIED_MS);
    if (!done) setShown(key);
    setCopied(done ? 'done' : 'failed');
  };
  return (
    <Card icon={KeyRound} title={t('stream.key')}>
      <p className="card-note">{hindrance ?? t('stream.key-text')}</p>
      <input
        ref={field}
        className="entry-field stream-key"
        type="text"
        readOnly
        spellCheck={false}
        aria-label={shown === null ? t('stream.key-covered') : t('stream.key')}
        value={shown ?? COVERED}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="card-row">
        <ActionButton
          action="stream.key"
          icon={shown === null ? Eye : EyeOff}
          disabled={hindrance !== null}
          onPress={() => void show()}
        >
          {t(shown === null ? 'stream.key-show' : 'stream.key-hide')}
        </ActionButton>
        <ActionButton
          action="stream.key"
          icon={Copy}
          disabled={hindrance !== null}
          onPress={() => void copy()}
        >
          {t('stream.key-copy')}
        </ActionButton>
      </div>
      <p className="card-note" role="status">
        {copied === 'done' ? t('stream.key-copied') : null}
        {copied === 'failed' ? t('stream.key-copy-failed') : null}
        {copied === null && shown !== null ? t('stream.key-fades') : null}
      </p>
      <ActionProblem action="stream.key" />
    </Card>
  );
}
