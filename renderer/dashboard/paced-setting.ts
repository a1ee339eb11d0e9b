import { useEffect, useState, useSyncExternalStore } from 'react';
import type { CommandArgs } from '../../shared/contract/index.ts';
import type { OverlayChange, OverlaySettings } from '../../shared/overlay/overlay-settings.ts';
import type { PageClock } from '../bridge/page-host.ts';
import { selectDesktop } from '../stores/dashboard-store.ts';
import { useDashboard, usePage, useSelect } from './context.ts';

/** A moving control sends at most this often, milliseconds. */
const PACE_MS = 100;

/** How long an accepted value is shown before the feed confirms it, milliseconds. */
export const TRUST_MS = 1_000;

interface PacedSettingDeps<T> {
  readonly clock: Pick<PageClock, 'after'>;
  /** Resolves to false if the value was refused. */
  readonly send: (value: T) => Promise<boolean>;
}

type Wanted<T> = { readonly value: T } | null;

/**
 * A setting shown before it is confirmed. Values are sent in order, one request at a time and at
 * most one per `PACE_MS`; the last value is always sent. The feed's later values win, and a refused
 * value disappears.
 */
export class PacedSetting<T> {
  readonly #deps: PacedSettingDeps<T>;
  readonly #listeners = new Set<() => void>();
  #wanted: Wanted<T> = null;
  #unsent: Wanted<T> = null;
  #sending = false;
  #resting = false;
  #stopTrust = () => {};

  constructor(deps: PacedSettingDeps<T>) {
    this.#deps = deps;
  }

  /** The value shown instead of the feed's; null if none. */
  readonly wanted = (): Wanted<T> => this.#wanted;

  /** Calls back when `wanted` changes. An unsent value is sent when the last listener leaves. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#stopTrust();
      this.#resting = false;
      this.#sendNext();
    };
  };

  want(value: T): void {
    this.#show({ value });
    this.#unsent = { value };
    this.#sendNext();
  }

  /** Sends an unsent value without waiting for its turn: the page is about to go. */
  readonly sendNow = (): void => {
    const next = this.#unsent;
    this.#unsent = null;
    if (next) void this.#deps.send(next.value);
  };

  /** Takes a new feed value, which includes all values accepted before. */
  feedUpdated(): void {
    if (!this.#sending && !this.#unsent) this.#show(null);
  }

  #sendNext(): void {
    const next = this.#unsent;
    if (!next || this.#sending || this.#resting) return;
    this.#unsent = null;
    this.#sending = true;
    this.#resting = true;
    this.#stopTrust();
    this.#deps.clock.after(PACE_MS, () => {
      this.#resting = false;
      this.#sendNext();
    });
    void this.#deps.send(next.value).then((taken) => {
      this.#sending = false;
      if (this.#unsent) this.#sendNext();
      else if (taken) this.#stopTrust = this.#deps.clock.after(TRUST_MS, () => this.feedUpdated());
      else this.#show(null);
    });
  }

  #show(wanted: Wanted<T>): void {
    if (wanted === this.#wanted) return;
    this.#wanted = wanted;
    for (const listener of [...this.#listeners]) listener();
  }
}

/** Its page draws anew when what it wants changes. `feed`: a new object on every word of it. */
export function usePaced<T>(feed: unknown, send: (value: T) => Promise<boolean>): PacedSetting<T> {
  const { host } = usePage();
  const [paced] = useState(() => new PacedSetting<T>({ clock: host.clock, send }));
  useSyncExternalStore(paced.subscribe, paced.wanted);
  useEffect(() => host.onLeave(paced.sendNow), [host, paced]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every word of the feed counts
  useEffect(() => paced.feedUpdated(), [paced, feed]);
  return paced;
}

type SettingCommand = 'overlay-window.set' | 'app.set';

type Setting<T> = readonly [value: T, change: (value: T) => void];

function settingOf<T>(paced: PacedSetting<T>, actual: T): Setting<T> {
  const wanted = paced.wanted();
  return [wanted ? wanted.value : actual, (value) => paced.want(value)];
}

/** `actual`: the feed's value, which corrects the wanted one shown at once. */
export function useSetting<N extends SettingCommand, F extends keyof CommandArgs<N> & string>(
  command: N,
  field: F,
  actual: Exclude<CommandArgs<N>[F], undefined>,
): Setting<Exclude<CommandArgs<N>[F], undefined>> {
  const dashboard = useDashboard();
  const paced = usePaced<typeof actual>(useSelect(selectDesktop), async (value) => {
    const patch = { [field]: value } as CommandArgs<N>;
    return (await dashboard.desktop(command, patch, field)) !== null;
  });
  return settingOf(paced, actual);
}

type Group = 'queue' | 'speech' | 'alertDefaults' | 'showSounds';
type Flag = 'muted' | 'everySourceSounds';

export type GroupSetting<G extends Group> = readonly [
  settings: OverlaySettings[G],
  change: (fields: Partial<OverlaySettings[G]>) => void,
];

/** Fields changed in quick succession are sent together, as the action `overlay.set#` + group. */
export function useOverlayGroup<G extends Group>(
  group: G,
  overlay: OverlaySettings,
): GroupSetting<G> {
  const paced = usePacedOverlay<Partial<OverlaySettings[G]>>(group, overlay);
  return [
    { ...overlay[group], ...paced.wanted()?.value },
    (fields) => paced.want({ ...paced.wanted()?.value, ...fields }),
  ];
}

/** The flag's value and setter; the action is `overlay.set#` plus its name. */
export function useOverlayFlag(flag: Flag, overlay: OverlaySettings): Setting<boolean> {
  return settingOf(usePacedOverlay<boolean>(flag, overlay), overlay[flag]);
}

function usePacedOverlay<T>(field: Group | Flag, overlay: OverlaySettings): PacedSetting<T> {
  const dashboard = useDashboard();
  return usePaced(overlay, (value) =>
    dashboard.setOverlay({ [field]: value } as OverlayChange, field),
  );
}
