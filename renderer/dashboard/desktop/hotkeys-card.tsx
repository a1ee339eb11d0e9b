import { Keyboard, RotateCcw } from 'lucide-react';
import {
  DEFAULT_HOTKEYS,
  type DesktopState,
  HOTKEY_ACTIONS,
  type HotkeyAction,
  type HotkeyState,
} from '../../../shared/desktop.ts';
import type { Dashboard } from '../../stores/dashboard-store.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useDashboard, useWords } from '../context.ts';
import { HotkeyRow } from './hotkey-row.tsx';

/** Every hotkey with what it does, whether it works, and how to change it. */
export function HotkeysCard({ desktop }: { readonly desktop: DesktopState }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const changed = desktop.hotkeys.filter(
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
      <ul className="hotkeys">
        {inOrder(desktop.hotkeys).map((hotkey) => (
          <HotkeyRow
            key={hotkey.action}
            hotkey={hotkey}
            system={desktop.system}
            rivals={rivalsOf(hotkey, desktop.hotkeys)}
          />
        ))}
      </ul>
    </Card>
  );
}

/** As the actions are listed, whatever order they come in. */
function inOrder(hotkeys: readonly HotkeyState[]): readonly HotkeyState[] {
  return HOTKEY_ACTIONS.flatMap((action) => hotkeys.filter((hotkey) => hotkey.action === action));
}

/** One after the other: two that change places would collide while both are asked for at once. */
async function resetHotkeys(dashboard: Dashboard, hotkeys: readonly HotkeyState[]): Promise<void> {
  for (const { action } of hotkeys) {
    await dashboard.desktop('hotkey.set', { action, accelerator: DEFAULT_HOTKEYS[action] }, action);
  }
}

/** The other actions with the same keys, as far as they are written the same. */
function rivalsOf(hotkey: HotkeyState, hotkeys: readonly HotkeyState[]): readonly HotkeyAction[] {
  if (hotkey.status !== 'doubled') return [];
  const same = hotkey.accelerator?.toLowerCase();
  return hotkeys
    .filter((other) => other !== hotkey && other.accelerator?.toLowerCase() === same)
    .map(({ action }) => action);
}
