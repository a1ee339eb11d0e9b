/** What one look at OBS tells. Unknown fields are ignored; what is missing is null. */
export interface ObsLook {
  readonly canvas: { readonly width: number; readonly height: number; readonly fps: number };
  readonly programScene: string;
  /** Scenes and groups by name. */
  readonly scenes: ReadonlyMap<string, ObsScene>;
  /** Browser sources by name. */
  readonly browsers: ReadonlyMap<string, ObsBrowser>;
}

export interface ObsScene {
  readonly name: string;
  readonly isGroup: boolean;
  /** From the bottom to the top, as they cover each other. */
  readonly items: readonly ObsItem[];
}

export interface ObsItem {
  readonly id: number;
  /** Of the input, scene or group it shows. */
  readonly source: string;
  readonly kind: 'input' | 'scene' | 'group';
  /** Such as `browser_source`; null for scenes and groups. */
  readonly inputKind: string | null;
  readonly enabled: boolean;
  readonly locked: boolean;
  /** As OBS gives it (`GetSceneItemList`): positionX, boundsType, scaleX, cropLeft, … */
  readonly transform: Readonly<Record<string, unknown>>;
}

export interface ObsBrowser {
  readonly name: string;
  /** With OBS's defaults filled in. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly muted: boolean | null;
}
