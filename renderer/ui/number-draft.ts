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

/** Timers for fields that wait for a pause; null: they never report on a pause. */
export const UiTimers = createContext<Pick<PageTimers, 'after'> | null>(null);

/** A pause this long completes the number, milliseconds. */
export const TYPING_PAUSE_MS = 700;

interface NumberDraftOptions<V> {
  /** The field's value; undefined while it is incomplete or out of range. */
  readonly read: (field: HTMLInputElement) => V | undefined;
  readonly onChange: (value: V) => void;
}

/** Reported on Enter, on blur or after a pause, not on every digit; keys and steps at once. */
export function useNumberDraft<V>(options: NumberDraftOptions<V>) {
  const timers = useContext(UiTimers);
  /** The text while typing; null: shows the value. */
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
      onChange({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) {
        setDraft(currentTarget.value);
        waiting.current = currentTarget;
        stopPause.current();
        if (!isTyped(nativeEvent)) tell();
        else stopPause.current = timers?.after(TYPING_PAUSE_MS, tell) ?? (() => {});
      },
      onKeyDown({ key }: KeyboardEvent) {
        if (key === 'Enter') tell();
      },
      onBlur() {
        tell();
        setDraft(null);
      },
    },
  };
}

/** Steps have no input type or (in another engine) a replacement type. */
function isTyped(event: Event): boolean {
  const how = 'inputType' in event ? event.inputType : '';
  return typeof how === 'string' && how !== '' && how !== 'insertReplacementText';
}
