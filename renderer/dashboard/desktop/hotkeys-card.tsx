import {
  CircleCheck,
  CircleSlash,
  CircleX,
  CopyX,
  Keyboard,
  LoaderCircle,
  type LucideIcon,
  RotateCcw,
  TriangleAlert,
} from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import {
  DEFAULT_HOTKEYS,
  type DesktopState,
  HOTKEY_ACTIONS,
  type HotkeyAction,
  type HotkeyState,
} from '../../../shared/desktop.ts';
import { assertNever } from '../../../shared/events.ts';
import type { PageKey } from '../../../shared/locales/index.ts';
import type { Dashboard } from '../../stores/dashboard-store.ts';
import type { Tone } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { KeyCaps } from '../../ui/key-caps.tsx';
import { useDashboard, usePending, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { keyNames, modifiersOf, type Recorded, recordedFrom } from './accelerator.ts';

export function HotkeysCard({ desktop }: { readonly desktop: DesktopState }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const { hotkeys, system } = desktop;
  // In the order of the actions, independent of the feed's order.
  const ordered = HOTKEY_ACTIONS.flatMap((name) => hotkeys.filter(({ action }) => action === name));
  const changed = hotkeys.filter(
    ({ action, accelerator }) => accelerator !== DEFAULT_HOTKEYS[action],
  );
  return (
    <Card
      icon={Keyboard}
      title={t('hotkeys.title')}
      aside={
        changed.length > 0 ? (
          <Button
            variant="ghost"
            icon={RotateCcw}
            onPress={() => void resetHotkeys(dashboard, changed)}
          >
            {t('hotkeys.reset-all')}
          </Button>
        ) : null
      }
    >
      <p className="card-text">{t('hotkeys.text')}</p>
      <ul>
        {ordered.map((hotkey) => (
          <HotkeyRow
            key={hotkey.action}
            hotkey={hotkey}
            system={system}
            rivals={rivalsOf(hotkey, hotkeys)}
          />
        ))}
      </ul>
    </Card>
  );
}

/** One after another: two hotkeys that swap would collide if sent together. */
async function resetHotkeys(dashboard: Dashboard, hotkeys: readonly HotkeyState[]): Promise<void> {
  for (const { action } of hotkeys) {
    await dashboard.desktop('hotkey.set', { action, accelerator: DEFAULT_HOTKEYS[action] }, action);
  }
}

/** Other actions with the same accelerator, if spelled the same. */
function rivalsOf(hotkey: HotkeyState, hotkeys: readonly HotkeyState[]): readonly HotkeyAction[] {
  if (hotkey.status !== 'doubled') return [];
  const same = hotkey.accelerator?.toLowerCase();
  return hotkeys
    .filter((other) => other !== hotkey && other.accelerator?.toLowerCase() === same)
    .map(({ action }) => action);
}

interface HotkeyRowProps {
  readonly hotkey: HotkeyState;
  readonly system: DesktopState['system'];
  readonly rivals: readonly HotkeyAction[];
}

function HotkeyRow({ hotkey, system, rivals }: HotkeyRowProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const { action, accelerator } = hotkey;
  const pending = usePending(`hotkey.set#${action}`);
  const name = t(`hotkeys.${action}`);
  const set = (wanted: string | null) =>
    void dashboard.desktop('hotkey.set', { action, accelerator: wanted }, action);
  return (
    <li className="hotkey">
      <div className="switch-words">
        <span>{name}</span>
        <HotkeyStatus hotkey={hotkey} rivals={rivals} />
      </div>
      <div className="hotkey-keys">
        {accelerator === DEFAULT_HOTKEYS[action] ? null : (
          <IconButton
            icon={RotateCcw}
            label={t('hotkeys.reset', { action: name })}
            onPress={() => set(DEFAULT_HOTKEYS[action])}
          />
        )}
        <HotkeyField
          name={name}
          accelerator={accelerator}
          system={system}
          busy={pending}
          onRecord={set}
        />
      </div>
      <ActionProblem action={`hotkey.set#${action}`} />
    </li>
  );
}

interface StatusStyle {
  readonly icon: LucideIcon;
  readonly tone: Tone;
  readonly cure?: PageKey;
}

const STATUS_STYLES: Readonly<Record<HotkeyState['status'], StatusStyle>> = {
  active: { icon: CircleCheck, tone: 'live' },
  off: { icon: CircleSlash, tone: 'neutral' },
  taken: { icon: TriangleAlert, tone: 'warn', cure: 'hotkeys.status-taken-cure' },
  doubled: { icon: CopyX, tone: 'warn', cure: 'hotkeys.status-doubled-cure' },
  invalid: { icon: CircleX, tone: 'error', cure: 'hotkeys.status-invalid-cure' },
};

function HotkeyStatus({ hotkey: { status }, rivals }: Omit<HotkeyRowProps, 'system'>) {
  const { t } = useWords();
  const { icon: Icon, tone, cure } = STATUS_STYLES[status];
  const actions = rivals.map((rival) => t(`hotkeys.${rival}`)).join(', ');
  return (
    <>
      <span className={`hotkey-status tone-${tone}`} data-status={status} role="status">
        <Icon size={14} aria-hidden />
        {t(`hotkeys.status-${status}`)}
      </span>
      {cure && (status !== 'doubled' || actions !== '') ? (
        <span className="card-note switch-text">{t(cure, { actions })}</span>
      ) : null}
    </>
  );
}

interface HotkeyFieldProps {
  readonly name: string;
  readonly accelerator: string | null;
  readonly system: DesktopState['system'];
  readonly busy: boolean;
  /** null: no hotkey. */
  readonly onRecord: (accelerator: string | null) => void;
}

/** While recording: the held modifiers, and why the last press was refused. */
interface Recording {
  readonly held: readonly string[];
  readonly refusal: Extract<Recorded, { kind: 'refused' }>['why'] | null;
}

const WAITING: Recording = { held: [], refusal: null };

/** Records the next key combination. Escape cancels, Backspace clears. */
function HotkeyField(props: HotkeyFieldProps) {
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
    // The key that opened the field may still be down.
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
      <span id={`${id}how`} className="card-note hotkey-how" role="status">
        {recording ? (
          howText(recording, system, words)
        ) : (
          <span className="only-heard">{t('hotkeys.change')}</span>
        )}
      </span>
    </div>
  );
}

/** Suspends hotkeys while recording: a working one would fire and never reach the field. */
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
  if (recording?.held.length === 0) return words.t('hotkeys.press');
  if (recording) {
    return <KeyCaps names={[...keyNames(recording.held.join('+'), system, words), MORE]} />;
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
