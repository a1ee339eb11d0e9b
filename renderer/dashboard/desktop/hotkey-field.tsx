import { LoaderCircle } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import type { DesktopState } from '../../../shared/desktop.ts';
import { assertNever } from '../../../shared/events.ts';
import { KeyCaps } from '../../ui/key-caps.tsx';
import { useDashboard, useWords } from '../context.ts';
import { modifiersOf, type Recorded, recordedFrom } from './accelerator.ts';
import { keyNames } from './accelerator-words.ts';

interface HotkeyFieldProps {
  /** What the hotkey does. */
  readonly name: string;
  readonly accelerator: string | null;
  readonly system: DesktopState['system'];
  readonly busy: boolean;
  /** null: no hotkey. */
  readonly onRecord: (accelerator: string | null) => void;
}

type Refusal = Extract<Recorded, { kind: 'refused' }>['why'];

/** While keys are awaited: the modifiers held so far, and why the last press was not taken. */
interface Recording {
  readonly held: readonly string[];
  readonly refusal: Refusal | null;
}

const WAITING: Recording = { held: [], refusal: null };

/** A field that takes the next combination of keys. Escape cancels, Backspace clears. */
export function HotkeyField(props: HotkeyFieldProps) {
  const { name, accelerator, system, busy, onRecord } = props;
  const words = useWords();
  const { t } = words;
  const id = useId();
  const [recording, setRecording] = useState<Recording | null>(null);
  useFreeKeys(recording !== null);

  const finish = (change?: { readonly to: string | null }) => {
    setRecording(null);
    if (change && change.to !== accelerator) onRecord(change.to);
  };
  const press = (event: KeyboardEvent) => {
    if (!recording) return;
    const recorded = recordedFrom(event.nativeEvent, system);
    if (recorded.kind === 'leave') return finish();
    event.preventDefault();
    event.stopPropagation();
    // The key that opened the field is still down.
    if (event.repeat) return;
    switch (recorded.kind) {
      case 'accelerator':
        return finish({ to: recorded.accelerator });
      case 'clear':
        return finish({ to: null });
      case 'cancel':
        return finish();
      case 'held':
        return setRecording({ ...recording, held: recorded.modifiers });
      case 'refused':
        return setRecording({ held: [], refusal: recorded.why });
      default:
        return assertNever(recorded);
    }
  };
  const release = (event: KeyboardEvent) => {
    if (!recording) return;
    event.preventDefault();
    setRecording({ ...recording, held: modifiersOf(event.nativeEvent, system) });
  };
  return (
    <div className="hotkey-record">
      <button
        type="button"
        className="hotkey-field"
        data-recording={recording !== null}
        aria-busy={busy}
        aria-describedby={`${id}how`}
        onClick={() => {
          if (!busy && !recording) setRecording(WAITING);
        }}
        onKeyDown={press}
        onKeyUp={release}
        onBlur={() => finish()}
      >
        <span className="only-heard">{name}:</span>{' '}
        <span className="hotkey-shown">
          {busy ? <LoaderCircle size={14} aria-hidden className="spinning" /> : null}
          <Shown recording={recording} accelerator={accelerator} system={system} />
        </span>
      </button>
      <span id={`${id}how`} className="hotkey-how" role="status">
        {recording ? (
          howText(recording, system, words)
        ) : (
          <span className="only-heard">{t('hotkeys.change')}</span>
        )}
      </span>
    </div>
  );
}

/** A combination that works would fire what it is for and never reach the field. */
function useFreeKeys(isRecording: boolean) {
  const dashboard = useDashboard();
  useEffect(() => {
    if (!isRecording) return;
    void dashboard.desktop('hotkey.recording', { on: true }, 'on');
    return () => void dashboard.desktop('hotkey.recording', { on: false }, 'off');
  }, [dashboard, isRecording]);
}

interface ShownProps extends Pick<HotkeyFieldProps, 'accelerator' | 'system'> {
  readonly recording: Recording | null;
}

function Shown({ recording, accelerator, system }: ShownProps) {
  const words = useWords();
  if (recording) {
    return recording.held.length > 0 ? (
      <KeyCaps names={[...keyNames(recording.held.join('+'), system, words), MORE]} />
    ) : (
      words.t('hotkeys.press')
    );
  }
  if (accelerator === null) return words.t('hotkeys.none');
  return <KeyCaps names={keyNames(accelerator, system, words)} />;
}

const MORE = { shown: '…', said: '…' };

function howText(
  { refusal }: Recording,
  system: DesktopState['system'],
  { t }: ReturnType<typeof useWords>,
): string {
  if (refusal === null) return t('hotkeys.press-how');
  if (refusal === 'unknown-key') return t('hotkeys.unknown-key');
  return t(system === 'mac' ? 'hotkeys.needs-modifier-mac' : 'hotkeys.needs-modifier');
}
