import type { ObsFinding, ObsFindingCode } from '../../../shared/contract/obs.ts';
import { OBS_FINDINGS } from '../../../shared/contract/obs.ts';
import type { Reading } from './beacon.ts';
import type { ObsBrowser, ObsItem, ObsLook, ObsScene } from './obs-look.ts';
import { addressState, type OurAddresses } from './our-address.ts';
import {
  type Affine,
  at,
  compose,
  coversAll,
  IDENTITY,
  type Placed,
  type Point,
  place,
  shareWithin,
} from './placement.ts';

/** What is known of a source's page: `none` is connected; it is `frozen`; OBS's picture was read. */
export type PageFact = 'none' | 'frozen' | 'not-tested' | Reading;

export interface ProofFacts {
  readonly addresses: OurAddresses;
  /** By source of ours. */
  readonly pages: ReadonlyMap<string, PageFact>;
}

/** A step from a scene to an item in it. */
export interface Step {
  readonly scene: ObsScene;
  readonly item: ObsItem;
}

/** One place where the program shows a source of ours. */
export interface Showing {
  readonly source: string;
  /** From the program scene down to the source's own item. */
  readonly path: readonly Step[];
  readonly placed: Placed;
  /** From the page to the canvas. */
  readonly map: Affine;
  /** The corners on the canvas; empty: nothing is drawn. */
  readonly corners: readonly Point[];
}

/** The sources that show our address, in OBS's order. */
export function oursIn(look: ObsLook, addresses: OurAddresses): readonly ObsBrowser[] {
  return [...look.browsers.values()].filter(({ settings }) => addressState(settings, addresses));
}

/** Every place where the program shows these sources, scenes and groups in it included. */
export function showingsOf(look: ObsLook, sources: readonly string[]): readonly Showing[] {
  const wanted = new Set(sources);
  const found: Showing[] = [];
  const walk = (name: string, path: readonly Step[], outer: Affine): void => {
    const scene = look.scenes.get(name);
    // A scene that contains itself is drawn by OBS once.
    if (!scene || path.some((step) => step.scene === scene)) return;
    for (const item of scene.items) {
      const placed = place(item.transform);
      const map = compose(outer, placed.map);
      const steps = [...path, { scene, item }];
      if (item.kind !== 'input') walk(item.source, steps, map);
      else if (wanted.has(item.source)) {
        const corners = placed.corners.map((corner) => at(outer, corner));
        found.push({ source: item.source, path: steps, placed, map, corners });
      }
    }
  };
  walk(look.programScene, [], IDENTITY);
  return found;
}

export const isHidden = ({ path }: Showing): boolean => path.some(({ item }) => !item.enabled);

/** Less of it on the canvas than this does not count as shown. */
const SHOWN_LEAST = 0.5;

export function isOutside({ corners }: Showing, { canvas }: ObsLook): boolean {
  return shareWithin(corners, canvas) < SHOWN_LEAST;
}

/** What draws nothing of its own. */
const SEES_THROUGH = /^(text_|browser_source$|wasapi|coreaudio|pulse|alsa|jack|sndio|vlc_audio)/;
/** What has no transparent parts, as long as no filter makes them. */
const OPAQUE =
  /^(monitor_capture|screen_capture|display_capture|xshm_input|pipewire-desktop|dshow_input|v4l2_input|av_capture_input|decklink-input)/;

/** The steps at which something lies over all of it. `surely`: only what cannot be seen through. */
export function coveredSteps(
  { path }: Showing,
  look: ObsLook,
  surely: boolean,
): readonly (Step & { readonly by: string })[] {
  let outer = IDENTITY;
  return path.flatMap((step) => {
    const here = outer;
    outer = compose(outer, place(step.item.transform).map);
    const above = step.scene.items.slice(step.scene.items.indexOf(step.item) + 1);
    const cover = above.find(
      (item) => item.enabled && couldCover(item, surely) && coversHere(item, here, look),
    );
    return cover ? [{ ...step, by: cover.source }] : [];
  });
}

function couldCover({ kind, inputKind }: ObsItem, surely: boolean): boolean {
  if (kind !== 'input' || inputKind === null) return false;
  return surely ? OPAQUE.test(inputKind) : !SEES_THROUGH.test(inputKind);
}

function coversHere({ transform }: ObsItem, outer: Affine, { canvas }: ObsLook): boolean {
  const corners = place(transform).corners.map((corner) => at(outer, corner));
  return coversAll(corners, canvas);
}

const NOT_FIXABLE: readonly ObsFindingCode[] = ['no-source', 'part-missing'];

const finding = (code: ObsFindingCode, source: string | null): ObsFinding => {
  return { code, source, fixable: !NOT_FIXABLE.includes(code) };
};

/** What keeps the overlay from the broadcast, the gravest first; empty: nothing that is known. */
export function findingsOf(look: ObsLook, facts: ProofFacts): readonly ObsFinding[] {
  const ours = oursIn(look, facts.addresses);
  const [first] = ours;
  if (!first) return [finding('no-source', null)];
  const names = ours.map(({ name }) => name);
  const showings = showingsOf(look, names);
  const onAir = ours.filter(({ name }) => showings.some(({ source }) => source === name));
  if (onAir.length === 0) return [finding('not-in-program', preferred(ours, facts).name)];
  const isRead = onAir.some(({ name }) => facts.pages.get(name) === 'read');
  const found = onAir.flatMap((browser) => {
    const places = showings.filter(({ source }) => source === browser.name);
    const codes = [...drawnCodes(browser, places, look, facts), ...settingCodes(browser, look)];
    // Beside one that is on air, another may be hidden or put away on purpose.
    const counted = isRead ? codes.filter((code) => !PUT_AWAY.includes(code)) : codes;
    return counted.map((code) => finding(code, browser.name));
  });
  return found.sort((a, b) => OBS_FINDINGS.indexOf(a.code) - OBS_FINDINGS.indexOf(b.code));
}

const PUT_AWAY: readonly ObsFindingCode[] = ['hidden', 'outside', 'covered', 'old-address'];

/** Of several, one with the present address. */
function preferred(ours: readonly ObsBrowser[], { addresses }: ProofFacts): ObsBrowser {
  const current = ours.find(({ settings }) => addressState(settings, addresses) === 'current');
  return current ?? (ours[0] as ObsBrowser);
}

/** What keeps one source from being drawn; nothing if OBS's picture holds it. */
function drawnCodes(
  { name, settings }: ObsBrowser,
  places: readonly Showing[],
  look: ObsLook,
  { addresses, pages }: ProofFacts,
): readonly ObsFindingCode[] {
  const page = pages.get(name) ?? 'not-tested';
  if (page === 'read') return [];
  if (addressState(settings, addresses) === 'old') return ['old-address'];
  const shown = places.filter((showing) => !isHidden(showing));
  if (shown.length === 0) return ['hidden'];
  const codes: ObsFindingCode[] = [];
  if (page === 'none') codes.push('not-connected');
  if (page === 'frozen') codes.push('frozen');
  const inside = shown.filter((showing) => !isOutside(showing, look));
  if (inside.length === 0) return [...codes, 'outside'];
  const isCovered = inside.every((each) => coveredSteps(each, look, page !== 'absent').length > 0);
  if (isCovered) return [...codes, 'covered'];
  return page === 'absent' ? [...codes, 'not-in-picture'] : codes;
}

function settingCodes(
  { settings, muted }: ObsBrowser,
  { canvas }: ObsLook,
): readonly ObsFindingCode[] {
  const codes: ObsFindingCode[] = [];
  const isWhole = settings['width'] === canvas.width && settings['height'] === canvas.height;
  if (!isWhole && !showsOneWidget(settings)) codes.push('wrong-size');
  if (settings['shutdown'] === true || settings['restart_when_active'] === true)
    codes.push('shuts-down');
  if (muted === true && settings['reroute_audio'] === true) codes.push('muted');
  return codes;
}

/** Such a source has a size of its own. */
function showsOneWidget({ url }: ObsBrowser['settings']): boolean {
  return typeof url === 'string' && URL.canParse(url) && new URL(url).searchParams.has('widget');
}
