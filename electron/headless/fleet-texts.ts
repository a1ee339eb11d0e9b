import { FLEET_TEXTS } from '../../shared/locales/fleet.ts';
import type { Language } from '../../shared/locales/index.ts';
import { createTranslator, type Translate } from '../../shared/locales/translate.ts';
import { coreTexts } from '../base/errors.ts';

const ofFleet = createTranslator(FLEET_TEXTS);

/** Says what stands in the terminal of a fleet's host. */
export function fleetTexts(language: Language): Translate {
  const [core, fleet] = [coreTexts(language), ofFleet(language)];
  return (key, values) => (Object.hasOwn(FLEET_TEXTS.en, key) ? fleet : core)(key, values);
}
