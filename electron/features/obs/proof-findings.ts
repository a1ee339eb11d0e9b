import type { ObsFinding, ObsFindingCode } from '../../../shared/contract/obs.ts';
import { OBS_FINDINGS } from '../../../shared/contract/obs.ts';
import type { Trace } from './beacon-round.ts';
import type { ObsFilters } from './obs-filters.ts';
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

/** What is known of a source's page: `none` is connected; it is `frozen`; what OBS shows of it. */
export type PageFact = 'none' | 'frozen' | Trace;

export interface ProofFacts {
  readonly addresses: OurAddresses;
  /** By source of ours. */
  readonly pages: ReadonlyMap<string, PageFact>;
  /** Of the sources that were not read in the program, and of the scenes around them. */
  readonly filters: ObsFilters;
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
    const cover = above.find((item) => isCover(item, { outer: here, look, surely, within: [] }));
    return cover ? [{ ...step, by: cover.source }] : [];
  });
}

interface CoverAsked {
  readonly outer: Affine;
  readonly look: ObsLook;
  readonly surely: boolean;
  /** The scenes and groups it lies in. */
  readonly within: readonly string[];
}

function isCover(item: ObsItem, asked: CoverAsked): boolean {
  const { outer, look, surely, within } = asked;
  if (!item.enabled || !coversHere(item, outer, look)) return false;
  const { source, kind, inputKind, transform } = item;
  if (kind === 'input') {
    if (inputKind === null) return false;
    return surely ? OPAQUE.test(inputKind) : !SEES_THROUGH.test(inputKind);
  }
  if (within.includes(source)) return false;
  const inner = { ...asked, outer: compose(outer, place(transform).map) };
  const items = look.scenes.get(source)?.items ?? [];
  return items.some((each) => isCover(each, { ...inner, within: [...within, source] }));
}

function coversHere({ transform }: ObsItem, outer: Affine, { canvas }: ObsLook): boolean {
  const corners = place(transform).corners.map((corner) => at(outer, corner));
  return coversAll(corners, canvas);
}

/**
 * Whether nothing in OBS keeps viewers from seeing what the source draws: it is shown and inside,
 * nothing could cover it, and neither a filter of a scene around it nor a blending mode changes it.
 */
export function isInFullView(source: string, look: ObsLook, filters: ObsFilters): boolean {
  return showingsOf(look, [source]).some((showing) => {
    const isShown = !isHidden(showing) && !isOutside(showing, look);
    const isFree = coveredSteps(showing, look, false).length === 0;
    return isShown && isFree && !isChanged(showing, filters);
  });
}

function isChanged({ path }: Showing, filters: ObsFilters): boolean {
  return path.some(
    ({ scene, item }) => item.isBlended || (filters.get(scene.name) ?? []).length > 0,
  );
}

interface Known {
  /** Left out: it can be mended. */
  readonly fixable?: boolean;
  readonly by?: readonly string[];
}

const finding = (
  code: ObsFindingCode,
  source: string | null,
  { fixable = true, by = [] }: Known = {},
): ObsFinding => {
  return { code, source, by, fixable };
};

/** What keeps the overlay from the broadcast, the gravest first; empty: nothing that is known. */
export function findingsOf(look: ObsLook, facts: ProofFacts): readonly ObsFinding[] {
  const ours = oursIn(look, facts.addresses);
  const [first] = ours;
  if (!first) return [finding('no-source', null, { fixable: false })];
  const names = ours.map(({ name }) => name);
  const showings = showingsOf(look, names);
  const onAir = ours.filter(({ name }) => showings.some(({ source }) => source === name));
  if (onAir.length === 0) return [finding('not-in-program', preferred(ours, facts).name)];
  const isSeen = onAir.some(({ name }) => SEEN.includes(facts.pages.get(name) ?? 'not-tested'));
  const found = onAir.flatMap((browser) => {
    const places = showings.filter(({ source }) => source === browser.name);
    const all = [...drawnFindings(browser, places, look, facts), ...settingFindings(browser, look)];
    // Beside one that is on air, another may be hidden or put away on purpose.
    return isSeen ? all.filter(({ code }) => !PUT_AWAY.includes(code)) : all;
  });
  return byGravity(found);
}

/** Both, each once, the gravest first. */
export function joined(
  found: readonly ObsFinding[],
  more: readonly ObsFinding[],
): readonly ObsFinding[] {
  const isNew = ({ code, source }: ObsFinding): boolean =>
    !found.some((each) => each.code === code && each.source === source);
  return byGravity([...found, ...more.filter(isNew)]);
}

function byGravity(found: readonly ObsFinding[]): readonly ObsFinding[] {
  return found.toSorted((a, b) => OBS_FINDINGS.indexOf(a.code) - OBS_FINDINGS.indexOf(b.code));
}

const SEEN: readonly PageFact[] = ['read', 'drawn'];
const PUT_AWAY: readonly ObsFindingCode[] = ['hidden', 'outside', 'covered', 'old-address'];

/** Of several, one with the present address. */
function preferred(ours: readonly ObsBrowser[], { addresses }: ProofFacts): ObsBrowser {
  const current = ours.find(({ settings }) => addressState(settings, addresses) === 'current');
  return current ?? (ours[0] as ObsBrowser);
}

/** What keeps one source from being drawn; nothing if OBS's picture holds it. */
function drawnFindings(
  { name, settings }: ObsBrowser,
  places: readonly Showing[],
  look: ObsLook,
  facts: ProofFacts,
): readonly ObsFinding[] {
  const page = facts.pages.get(name) ?? 'not-tested';
  if (page === 'read') return [];
  if (addressState(settings, facts.addresses) === 'old') return [finding('old-address', name)];
  const shown = places.filter((showing) => !isHidden(showing));
  if (shown.length === 0) return [finding('hidden', name)];
  const found: ObsFinding[] = [];
  if (page === 'none') found.push(finding('not-connected', name));
  if (page === 'frozen') found.push(finding('frozen', name));
  const inside = shown.filter((showing) => !isOutside(showing, look));
  if (inside.length === 0) return [...found, finding('outside', name)];
  const isMissing = page === 'absent' || page === 'lost';
  const covers = inside.map((each) => coveredSteps(each, look, !isMissing));
  if (covers.every((steps) => steps.length > 0)) {
    const by = [...new Set(covers.flat().map((step) => step.by))];
    return [...found, finding('covered', name, { by })];
  }
  if (page === 'absent') return [...found, undrawn(name, facts)];
  return page === 'lost' ? [...found, lostAround(name, inside, facts)] : found;
}

/** The source itself draws nothing of what its page painted. */
function undrawn(name: string, { filters }: ProofFacts): ObsFinding {
  const by = filters.get(name) ?? [];
  return by.length > 0 ? finding('filtered', name, { by }) : finding('not-in-picture', name);
}

/** The source draws it, and it is lost on its way into the program: that is the streamer's own work. */
function lostAround(name: string, shown: readonly Showing[], { filters }: ProofFacts): ObsFinding {
  const around = shown.flatMap(({ path }) => path.map(({ scene }) => scene.name));
  const scene = around.find((each) => (filters.get(each) ?? []).length > 0);
  if (scene === undefined) return finding('not-in-picture', name, { fixable: false });
  return finding('filtered', scene, { by: filters.get(scene) ?? [], fixable: false });
}

function settingFindings(
  { name, settings, muted }: ObsBrowser,
  { canvas }: ObsLook,
): readonly ObsFinding[] {
  const found: ObsFinding[] = [];
  const isWhole = settings['width'] === canvas.width && settings['height'] === canvas.height;
  if (!isWhole && !showsOneWidget(settings)) found.push(finding('wrong-size', name));
  if (settings['shutdown'] === true || settings['restart_when_active'] === true)
    found.push(finding('shuts-down', name));
  if (muted === true && settings['reroute_audio'] === true) found.push(finding('muted', name));
  return found;
}

/** Such a source has a size of its own. */
function showsOneWidget({ url }: ObsBrowser['settings']): boolean {
  return typeof url === 'string' && URL.canParse(url) && new URL(url).searchParams.has('widget');
}
