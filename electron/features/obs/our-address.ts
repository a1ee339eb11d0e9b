import { WIDGET_GROUPS, type WidgetGroup } from '../../../shared/overlay/names.ts';

/** The overlay's address of now, and those it had before: other keys, other ports. */
export interface OurAddresses {
  readonly current: string;
  readonly old: readonly string[];
  /** Whether an overlay of this installation had this key. Left out: no other than the present one. */
  readonly isFormerKey?: (key: string) => boolean;
}

/** Names the group in the address. */
const GROUP = 'group';

type Settings = Readonly<Record<string, unknown>>;

/** The way to an overlay, as the page server or a fleet makes it: a key of at least 128 bits. */
const OVERLAY_PATH = /^(?:\/c\/[\w-]+)?\/overlay\/([\w-]{22,})\/?$/;
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/** Whether a browser source with these settings shows our overlay, at its address of now or before. */
export function isOurs(settings: Settings, addresses: OurAddresses): boolean {
  return addressState(settings, addresses) !== null;
}

/**
 * `current`: shows our overlay; `old`: would have, before its key or port changed; null: not ours, such
 * as that of a second Stagelight.
 */
export function addressState(
  settings: Settings,
  { current, old, isFormerKey }: OurAddresses,
): 'current' | 'old' | null {
  const shown = addressOf(settings);
  if (!shown) return null;
  const place = placeOf(shown);
  if (place === placeOf(parsed(current))) return 'current';
  const isOld = old.some((address) => placeOf(parsed(address)) === place);
  // Whatever the port: the former one may have been taken.
  const isHere = LOOPBACK.includes(shown.hostname) || originOf(shown) === originOf(parsed(current));
  const key = isHere ? keyIn(shown) : null;
  const wasOurs = key !== null && (key === keyOf(current) || isFormerKey?.(key) === true);
  return isOld || wasOurs ? 'old' : null;
}

/** The key in the address of an overlay; null: it is none. */
export function keyOf(address: string): string | null {
  const url = parsed(address);
  return url && keyIn(url);
}

function keyIn({ pathname }: URL): string | null {
  return OVERLAY_PATH.exec(pathname)?.[1] ?? null;
}

/** What a source of ours shows: the whole overlay, one group of widgets, or a single widget. */
export type OverlayPart = 'whole' | WidgetGroup | 'widget';

export function partOf(settings: Settings): OverlayPart {
  const asked = addressOf(settings)?.searchParams;
  if (!asked || asked.has('widget')) return 'widget';
  return WIDGET_GROUPS.find((group) => group === asked.get(GROUP)) ?? 'whole';
}

/** As `partOf` reads it. */
export function addressFor(part: 'whole' | WidgetGroup, address: string): string {
  const url = parsed(address);
  if (!url) return address;
  if (part !== 'whole') url.searchParams.set(GROUP, part);
  return url.href;
}

/** The address of now with what the streamer added to the former one (theme, language, …). */
export function renewedAddress(settings: Settings, { current }: OurAddresses): string {
  const renewed = parsed(current);
  if (!renewed) return current;
  renewed.search = addressOf(settings)?.search ?? '';
  return renewed.href;
}

/** A parameter that the page ignores. */
const FRESH = 'fresh';

/** The same page at an address that OBS does not know yet, so that it makes a new one. */
export function freshAddress(url: string, now: number): string {
  const address = new URL(url);
  address.searchParams.set(FRESH, now.toString(36));
  return address.href;
}

function addressOf(settings: Settings): URL | null {
  const { url, is_local_file: isFile } = settings as { url?: unknown; is_local_file?: unknown };
  return typeof url === 'string' && isFile !== true ? parsed(url.trim()) : null;
}

function parsed(address: string): URL | null {
  return URL.canParse(address) ? new URL(address) : null;
}

/** Both names of this computer are one. */
function originOf(url: URL | null): string | null {
  return url ? `${url.protocol}//${url.host.replace(/^localhost(?=:|$)/, '127.0.0.1')}` : null;
}

/** Without parameters: they change how an overlay looks, not whose it is. */
function placeOf(url: URL | null): string | null {
  return url ? `${originOf(url)}${url.pathname.replace(/\/*$/, '/')}` : null;
}
