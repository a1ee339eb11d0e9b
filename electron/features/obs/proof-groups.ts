import { OBS_FINDINGS, type ObsFinding } from '../../../shared/contract/obs.ts';
import { WIDGET_GROUPS, type WidgetGroup } from '../../../shared/overlay/names.ts';
import type { ObsBrowser, ObsLook } from './obs-look.ts';
import { type OurAddresses, type OverlayPart, partOf } from './our-address.ts';
import { findingsOf, isHidden, oursIn, type ProofFacts, showingsOf } from './proof-findings.ts';

/**
 * As `findingsOf`, where each group of widgets may have a source of its own: each is judged by itself,
 * so that a chat on air does not stand for alerts that nobody sees.
 */
export function findingsByGroup(look: ObsLook, facts: ProofFacts): readonly ObsFinding[] {
  if (!isInGroups(look, facts.addresses)) return findingsOf(look, facts);
  const all = WIDGET_GROUPS.flatMap((group) => {
    const carriers = oursIn(look, facts.addresses).filter(({ settings }) => {
      return carries(partOf(settings), group);
    });
    const browsers = new Map(shownOf(carriers, look).map((browser) => [browser.name, browser]));
    return findingsOf({ ...look, browsers }, facts).map((finding): ObsFinding => {
      return finding.code === 'no-source' ? { ...finding, code: 'part-missing' } : finding;
    });
  });
  const unique = new Map(all.map((finding) => [`${finding.code} ${finding.source}`, finding]));
  return [...unique.values()].sort(
    (a, b) => OBS_FINDINGS.indexOf(a.code) - OBS_FINDINGS.indexOf(b.code),
  );
}

/** A set-up hides those that it replaces: beside one that is shown, they count for nothing. */
function shownOf(carriers: readonly ObsBrowser[], look: ObsLook): readonly ObsBrowser[] {
  const showings = showingsOf(
    look,
    carriers.map(({ name }) => name),
  );
  const shown = carriers.filter(({ name }) =>
    showings.some((showing) => showing.source === name && !isHidden(showing)),
  );
  return shown.length > 0 ? shown : carriers;
}

/** Whether every group was read from OBS's picture; of one source for all, that one. */
export function isAllRead(look: ObsLook, { addresses, pages }: ProofFacts): boolean {
  const read = oursIn(look, addresses).filter(({ name }) => pages.get(name) === 'read');
  if (!isInGroups(look, addresses)) return read.length > 0;
  return WIDGET_GROUPS.every((group) =>
    read.some(({ settings }) => carries(partOf(settings), group)),
  );
}

function isInGroups(look: ObsLook, addresses: OurAddresses): boolean {
  return oursIn(look, addresses).some(({ settings }) =>
    WIDGET_GROUPS.some((group) => group === partOf(settings)),
  );
}

/** A single widget stands beside the groups, never for one. */
function carries(part: OverlayPart, group: WidgetGroup): boolean {
  return part === 'whole' || part === group;
}
