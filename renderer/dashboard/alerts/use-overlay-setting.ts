import { useEffect, useState, useSyncExternalStore } from 'react';
import type { OverlayChange, OverlaySettings } from '../../../shared/overlay/overlay-settings.ts';
import { usePage } from '../context.ts';
import { PacedSetting } from '../desktop/paced-setting.ts';
import type { Setting } from '../desktop/use-setting.ts';

type Group = 'queue' | 'speech';
/** What is only on or off. */
type Flag = 'muted' | 'everySourceSounds';

/** What is set in one group, and how to change some of its fields. */
export type GroupSetting<G extends Group> = readonly [
  settings: OverlaySettings[G],
  change: (fields: Partial<OverlaySettings[G]>) => void,
];

/**
 * A group of settings that answers at once. Fields that are changed one after the other travel
 * together; the action is named `overlay.set#` and the group.
 */
export function useOverlayGroup<G extends Group>(
  group: G,
  overlay: OverlaySettings,
): GroupSetting<G> {
  const paced = usePaced<Partial<OverlaySettings[G]>>(group, overlay);
  const wanted = useSyncExternalStore(paced.subscribe, paced.wanted);
  return [
    { ...overlay[group], ...wanted?.value },
    (fields) => paced.want({ ...paced.wanted()?.value, ...fields }),
  ];
}

/** Whether it is on, and how to change it; the action is `overlay.set#` and its name. */
export function useOverlayFlag(flag: Flag, overlay: OverlaySettings): Setting<boolean> {
  const paced = usePaced<boolean>(flag, overlay);
  const wanted = useSyncExternalStore(paced.subscribe, paced.wanted);
  return [wanted ? wanted.value : overlay[flag], (on) => paced.want(on)];
}

function usePaced<T>(field: Group | Flag, overlay: OverlaySettings): PacedSetting<T> {
  const { dashboard, host } = usePage();
  const [paced] = useState(
    () =>
      new PacedSetting<T>({
        clock: host.clock,
        send: (value) => dashboard.setOverlay({ [field]: value } as OverlayChange, field),
      }),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: every word of the feed counts
  useEffect(() => paced.heard(), [paced, overlay]);
  return paced;
}
