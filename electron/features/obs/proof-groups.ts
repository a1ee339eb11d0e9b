import { OBS_FINDINGS, type ObsFinding } from '../../../shared/contract/obs.ts';
import { WIDGET_GROUPS } from '../../../shared/overlay/names.ts';
import type { ObsBrowser, ObsLook } from './obs-look.ts';
import { type OurAddresses, partOf } from './our-address.ts';
import { findingsOf, isHidden, oursIn, type ProofFacts, showingsOf } from './proof-findings.ts';

/**
 * As `findingsOf`, where each group of widgets may have a source of its own: each is judged by itself,
 * so that a chat on air does not stand for alerts that nobody sees.
 */
export function findingsByGroup(look: ObsLook, facts: ProofFacts): readonly ObsFinding[] {
  const ours = oursIn(look, facts.addresses);
  const shown = shownOf(ours, look);
  const [wholes, groups] = [ours.filter(isWhole), ours.filter(isGroup)];
  if (groups.length === 0) return findingsOf(look, facts);
  const among = (browsers: readonly ObsBrowser[]) => {
    const kept = new Map(browsers.map((browser) => [browser.name, browser]));
    return findingsOf({ ...look, browsers: kept }, facts);
  };
  // A set-up hides those that it replaces: then they count for nothing.
  if (wholes.length > 0 && !shown.some(isGroup)) {
    return among(ours.filter((browser) => !isGroup(browser)));
  }
  const all = WIDGET_GROUPS.flatMap((group) => {
    const own = groups.filter(({ settings }) => partOf(settings) === group);
    const drawn = [...own, ...wholes].filter((browser) => shown.includes(browser));
    return among(drawn.length > 0 ? drawn : own).map((finding): ObsFinding => {
      return finding.code === 'no-source' ? { ...finding, code: 'part-missing' } : finding;
    });
  });
  const unique = new Map(all.map((finding) => [`${finding.code} ${finding.source}`, finding]));
  return [...unique.values()].sort(
    (a, b) => OBS_FINDINGS.indexOf(a.code) - OBS_FINDINGS.indexOf(b.code),
  );
}

/** Those that the program shows somewhere, not hidden. */
function shownOf(browsers: readonly ObsBrowser[], look: ObsLook): readonly ObsBrowser[] {
  const names = browsers.map(({ name }) => name);
  const seen = showingsOf(look, names).filter((showing) => !isHidden(showing));
  return browsers.filter(({ name }) => seen.some(({ source }) => source === name));
}

/** Whether every group is seen; of one source for all, that one. */
export function isAllSeen(
  look: ObsLook,
  addresses: OurAddresses,
  isSeen: (source: string) => boolean,
): boolean {
  const seen = oursIn(look, addresses).filter(({ name }) => isSeen(name));
  if (!oursIn(look, addresses).some(isGroup)) return seen.length > 0;
  return WIDGET_GROUPS.every((group) =>
    seen.some((browser) => isWhole(browser) || partOf(browser.settings) === group),
  );
}

const isWhole = ({ settings }: ObsBrowser): boolean => partOf(settings) === 'whole';

/** A single widget stands beside the groups, never for one. */
const isGroup = ({ settings }: ObsBrowser): boolean =>
  WIDGET_GROUPS.some((group) => group === partOf(settings));
