import type { OverlaySettings } from '../../shared/overlay/overlay-settings.ts';
import type { Subscribe } from '../base/emitter.ts';

/** The part of the streamer's settings that alerts obey. */
export type AlertSettings = Pick<OverlaySettings, 'rules' | 'queue' | 'speech' | 'muted'>;

/** Where it is read, afresh for every alert. */
export interface AlertSettingsSource {
  get(): AlertSettings;
  readonly onChange: Subscribe<AlertSettings>;
}
