import {
  CircleCheck,
  CircleSlash,
  CircleX,
  CopyX,
  type LucideIcon,
  RotateCcw,
  TriangleAlert,
} from 'lucide-react';
import {
  DEFAULT_HOTKEYS,
  type DesktopState,
  type HotkeyAction,
  type HotkeyState,
} from '../../../shared/desktop.ts';
import { actionOf } from '../../stores/dashboard-store.ts';
import { IconButton } from '../../ui/button.tsx';
import type { Tone } from '../../ui/tone.ts';
import { ActionProblem } from '../action-problem.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { HotkeyField } from './hotkey-field.tsx';

interface HotkeyRowProps {
  readonly hotkey: HotkeyState;
  readonly system: DesktopState['system'];
  /** The other actions that have the same keys. */
  readonly rivals: readonly HotkeyAction[];
}

/** What one hotkey does, its keys, and whether they work. */
export function HotkeyRow({ hotkey, system, rivals }: HotkeyRowProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const { action, accelerator } = hotkey;
  const { phase } = useSelect(actionOf(`hotkey.set#${action}`));
  const name = t(`hotkeys.${action}`);
  const set = (wanted: string | null) =>
    void dashboard.desktop('hotkey.set', { action, accelerator: wanted }, action);
  return (
    <li className="hotkey">
      <div className="hotkey-words">
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
          busy={phase === 'pending'}
          onRecord={set}
        />
      </div>
      <ActionProblem action={`hotkey.set#${action}`} />
    </li>
  );
}

const STATUS_LOOKS: Readonly<
  Record<HotkeyState['status'], { readonly icon: LucideIcon; readonly tone: Tone }>
> = {
  active: { icon: CircleCheck, tone: 'live' },
  off: { icon: CircleSlash, tone: 'neutral' },
  taken: { icon: TriangleAlert, tone: 'warn' },
  doubled: { icon: CopyX, tone: 'warn' },
  invalid: { icon: CircleX, tone: 'error' },
};

function HotkeyStatus({ hotkey, rivals }: Omit<HotkeyRowProps, 'system'>) {
  const { t } = useWords();
  const { status } = hotkey;
  const { icon: Icon, tone } = STATUS_LOOKS[status];
  return (
    <>
      <span className={`hotkey-status tone-${tone}`} data-status={status} role="status">
        <Icon size={14} aria-hidden />
        {t(`hotkeys.status-${status}`)}
      </span>
      <HotkeyCure status={status} rivals={rivals} />
    </>
  );
}

interface HotkeyCureProps {
  readonly status: HotkeyState['status'];
  readonly rivals: readonly HotkeyAction[];
}

function HotkeyCure({ status, rivals }: HotkeyCureProps) {
  const { t } = useWords();
  switch (status) {
    case 'active':
    case 'off':
      return null;
    case 'taken':
    case 'invalid':
      return <span className="hotkey-cure">{t(`hotkeys.status-${status}-cure`)}</span>;
    case 'doubled': {
      const actions = rivals.map((rival) => t(`hotkeys.${rival}`)).join(', ');
      if (actions === '') return null;
      return <span className="hotkey-cure">{t('hotkeys.status-doubled-cure', { actions })}</span>;
    }
  }
}
