import { Check, Copy, Eye, EyeOff, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { usePage, useWords } from './context.ts';

interface AddressFieldProps {
  readonly label: string;
  readonly address: string;
  /** Shown instead of the address while it is secret; null shows the address. */
  readonly masked?: string | null;
  /** Copying failed: the address must be shown so it can be copied by hand. */
  readonly onReveal?: () => void;
  readonly copyLabel?: string;
  readonly wanted?: boolean;
}

const FEEDBACK_MS = 2_000;
/** Rows shown; a longer address scrolls. */
const SHOWN_ROWS = 3;

/** An address with a copy button that reports the result. */
export function AddressField(props: AddressFieldProps) {
  const { label, address, masked = null, onReveal, copyLabel, wanted = true } = props;
  const { host } = usePage();
  const { t } = useWords();
  const field = useRef<HTMLTextAreaElement>(null);
  const [outcome, setOutcome] = useState<'none' | 'done' | 'failed'>('none');

  useEffect(() => {
    if (outcome === 'done') return host.clock.after(FEEDBACK_MS, () => setOutcome('none'));
    if (outcome === 'failed') field.current?.select();
    return undefined;
  }, [outcome, host]);

  const copy = async () => {
    const done = await host.copyText(address);
    if (!done) onReveal?.();
    setOutcome(done ? 'done' : 'failed');
  };
  const done = outcome === 'done';
  return (
    <div className="address">
      <div className="address-line">
        <textarea
          ref={field}
          className="address-text"
          data-covered={masked !== null}
          aria-label={label}
          readOnly
          spellCheck={false}
          rows={masked === null ? SHOWN_ROWS : 1}
          value={masked ?? address}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button
          variant={wanted && !done ? 'primary' : 'plain'}
          icon={done ? Check : Copy}
          {...(copyLabel ? { label: copyLabel } : {})}
          onPress={copy}
        >
          {done ? t('copy.done') : t('copy.do')}
        </Button>
      </div>
      <p className="address-word" role="status">
        {outcome === 'failed' ? (
          <>
            <TriangleAlert size={14} aria-hidden /> {t('copy.failed')}
          </>
        ) : null}
        {done ? <span className="only-heard">{t('copy.done')}</span> : null}
      </p>
    </div>
  );
}

interface RevealButtonProps {
  readonly words?: 'overlay' | 'place';
  readonly revealed: boolean;
  readonly onChange: (revealed: boolean) => void;
}

/** Shows and covers secret addresses. */
export function RevealButton({ words = 'overlay', revealed, onChange }: RevealButtonProps) {
  const { t } = useWords();
  return (
    <Button variant="ghost" icon={revealed ? EyeOff : Eye} onPress={() => onChange(!revealed)}>
      {t(`${words}.${revealed ? 'hide' : 'reveal'}`)}
    </Button>
  );
}

const DOTS = '••••••••';

/** The address with its key (the last part of the path) masked. */
export function maskedAddress(address: string): string {
  try {
    const url = new URL(address);
    const parts = url.pathname.split('/').filter((part) => part.length > 0);
    const shown = parts.slice(0, -1).map((part) => `${part}/`);
    return `${url.origin}/${shown.join('')}${DOTS}/`;
  } catch {
    return DOTS;
  }
}
