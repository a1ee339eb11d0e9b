import { type Settings, settingsSchema } from '../../shared/settings.ts';
import type { SettingsChange } from './ports.ts';
import { InvalidSettingsError } from './settings-errors.ts';

/** The settings with some fields changed. Throws `InvalidSettingsError` with the bad ones. */
export function patchSettings(settings: Settings, change: SettingsChange): Settings {
  const patch = typeof change === 'function' ? change(settings) : change;
  const next = settingsSchema.safeParse({ ...settings, ...patch });
  if (next.success) return next.data;
  const fields = next.error.issues.map((issue) => issue.path.join('.'));
  throw new InvalidSettingsError([...new Set(fields)], { cause: next.error });
}
