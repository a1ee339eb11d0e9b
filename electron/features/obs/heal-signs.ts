import type { HealCode } from '../../../shared/contract/obs.ts';
import type { BeaconPage } from '../../server/beacon-pages.ts';
import type { PageLife } from './beacon-round.ts';
import type { ObsBrowser, ObsLook } from './obs-look.ts';
import { addressState, type OurAddresses } from './our-address.ts';
import { isHidden, showingsOf } from './proof-findings.ts';

/** A source of ours that has a page, as OBS was seen last. */
export interface HealSource {
  readonly name: string;
  readonly address: 'current' | 'old';
  readonly url: string;
  /** The parameters of its address, by which its page is known. */
  readonly search: string;
  readonly isInGroup: boolean;
}

/** A page as it answered: `search` as it came with it. */
export interface SeenPage {
  readonly page: BeaconPage;
  readonly search: string;
  readonly life: PageLife;
}

export interface Sign {
  readonly source: HealSource;
  readonly code: HealCode;
  /** The pages that may be its own. */
  readonly pages: readonly BeaconPage[];
}

/** The sources that should have a page. One that OBS unloads while it is hidden has none then. */
export function sourcesIn(look: ObsLook, addresses: OurAddresses): readonly HealSource[] {
  return [...look.browsers.values()].flatMap((browser) => {
    const address = addressState(browser.settings, addresses);
    const url = String(browser.settings['url']).trim();
    if (address === null || !hasPage(browser, look)) return [];
    const source = { name: browser.name, address, url, search: new URL(url).search };
    return [{ ...source, isInGroup: isInGroup(browser.name, look) }];
  });
}

function hasPage({ name, settings }: ObsBrowser, look: ObsLook): boolean {
  if (settings['shutdown'] === true) {
    return showingsOf(look, [name]).some((showing) => !isHidden(showing));
  }
  return [...look.scenes.values()].some(({ items }) => items.some(({ source }) => source === name));
}

function isInGroup(name: string, { scenes }: ObsLook): boolean {
  return [...scenes.values()].some(
    ({ isGroup, items }) => isGroup && items.some(({ source }) => source === name),
  );
}

/**
 * Which sources show nothing new. Several sources with the same address can't be told apart: if one of
 * their pages is missing or silent, each of them may be the one.
 */
export function signsOf(
  sources: readonly HealSource[],
  pages: readonly SeenPage[],
): readonly Sign[] {
  return sources.flatMap((source): Sign[] => {
    if (source.address === 'old') return [{ source, code: 'old-address', pages: [] }];
    const alike = sources.filter(
      ({ address, search }) => address === 'current' && search === source.search,
    );
    const mine = pages.filter(({ search }) => search === source.search);
    const living = mine.filter(({ life }) => life !== 'silent');
    if (living.length >= alike.length) return [];
    const code = mine.length > living.length ? 'frozen' : 'not-connected';
    return [{ source, code, pages: mine.map(({ page }) => page) }];
  });
}
