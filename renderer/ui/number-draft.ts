import {
  type ChangeEvent,
  createContext,
  type KeyboardEvent,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { PageTimers } from '../bridge/page-host.ts';

/** The page's time for small parts that wait for a pause; null: they do not wait by themselves. */
export const UiTimers = createContext<Pick<PageTimers, 'after'> | null>(null);

/** Nothing typed for so long is taken as the whole number, milliseconds. */
export const TYPING_PAUSE_MS = 700;

interface NumberDraftOptions<V> {
  /** The field's value; undefined while it is incomplete or out of range. */
  readonly read: (field: HTMLInputElement) => V | undefined;
  readonly onChange: (value: V) => void;
}

interface NumberDraft {
  /** What stands in the field while it is being typed; null: the value itself. */
  readonly draft: string | null;
  readonly fieldProps: {
    readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
    readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
    readonly onBlur: () => void;
  };
}

/**
 * A number that is told when it is whole: with Enter, when the field is left, or after a pause, and
 * not with every digit on the way. Arrow keys and the field's own steps are whole at once.
 */
export function useNumberDraft<V>(options: NumberDraftOptions<V>): NumberDraft {
  const timers = useContext(UiTimers);
  const [draft, setDraft] = useState<string | null>(null);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  /** Typed and not reported yet. */
  const waiting = useRef<HTMLInputElement | null>(null);
  const stopPause = useRef(() => {});
  useEffect(() => () => stopPause.current(), []);
  const tell = () => {
    stopPause.current();
    const field = waiting.current;
    waiting.current = null;
    const value = field ? latest.current.read(field) : undefined;
    if (value !== undefined) latest.current.onChange(value);
  };
  return {
    draft,
    fieldProps: {
      onChange({ currentTarget, nativeEvent }) {
        setDraft(currentTarget.value);
        waiting.current = currentTarget;
        stopPause.current();
        if (!isTyped(nativeEvent)) tell();
        else stopPause.current = timers?.after(TYPING_PAUSE_MS, tell) ?? (() => {});
      },
      onKeyDown({ key }) {
        if (key === 'Enter') tell();
      },
      onBlur() {
        tell();
        setDraft(null);
      },
    },
  };
}

/** Steps come without a word of how, or (in another engine) as a replacement. */
function isTyped(event: Event): boolean {
  const how = 'inputType' in event ? event.inputType : '';
  return typeof how === 'string' && how !== '' && how !== 'insertReplacementText';
}
