import { useEffect, useState, useSyncExternalStore } from 'react';
import type { CommandArgs } from '../../../shared/contract/index.ts';
import { selectDesktop } from '../../stores/dashboard-store.ts';
import { usePage, useSelect } from '../context.ts';
import { PacedSetting } from './paced-setting.ts';

type SettingCommand = 'overlay-window.set' | 'app.set';

/** A setting's value as it is shown, and how to change it. */
export type Setting<T> = readonly [value: T, change: (value: T) => void];

/**
 * One field that is changed by a command of its own name: `actual` is what the feed says, `field` the
 * command's field. It shows what is wanted at once and is corrected by the feed.
 */
export function useSetting<N extends SettingCommand, F extends keyof CommandArgs<N> & string>(
  command: N,
  field: F,
  actual: Exclude<CommandArgs<N>[F], undefined>,
): Setting<Exclude<CommandArgs<N>[F], undefined>> {
  type Value = Exclude<CommandArgs<N>[F], undefined>;
  const { dashboard, host } = usePage();
  const desktop = useSelect(selectDesktop);
  const [paced] = useState(
    () =>
      new PacedSetting<Value>({
        clock: host.clock,
        send: async (value) => {
          const patch = { [field]: value } as CommandArgs<N>;
          return (await dashboard.desktop(command, patch, field)) !== null;
        },
      }),
  );
  const wanted = useSyncExternalStore(paced.subscribe, paced.wanted);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every word of the feed counts
  useEffect(() => paced.heard(), [paced, desktop]);
  return [wanted ? wanted.value : actual, (value) => paced.want(value)];
}
