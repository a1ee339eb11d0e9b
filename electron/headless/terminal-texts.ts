import { FLEET_TEXTS } from '../../shared/locales/fleet.ts';
import type { Language } from '../../shared/locales/index.ts';
import { createTranslator, type Translate } from '../../shared/locales/translate.ts';
import { coreTexts } from '../base/errors.ts';

let fleetTexts: ReturnType<typeof createTranslator> | null = null;

/** Says what stands in the terminal. The desktop app has no use for the texts of a fleet. */
export function terminalTexts(language: Language): Translate {
  const core = coreTexts(language);
  return (key, values) => {
    if (!Object.hasOwn(FLEET_TEXTS.en, key)) return core(key, values);
    fleetTexts ??= createTranslator(FLEET_TEXTS);
    return fleetTexts(language)(key, values);
  };
}
