import type { Segment } from '../../shared/emoji-tokens.ts';
import type { Badge } from '../../shared/events.ts';
import { MARKED_ROLES } from '../../shared/overlay/names.ts';
import type { ChatSettings } from '../../shared/overlay/widgets.ts';
import { isImageAddress } from '../bridge/addresses.ts';
import type { ChatLine } from '../stores/overlay-store.ts';
import { CLEAN } from '../themes/clean.ts';
import { BADGES_MAX } from './badges.tsx';
import { CHAT_LIMITS, cutWhole, hasLongWord, isEmojiOnly, richSegments } from './rich-text.tsx';

/** The shades of names: the theme's (--ov-name-1 and so on), else those of "clean". */
const NAME_SHADES = Object.entries(CLEAN).flatMap(([token, colour]) =>
  token.startsWith('--ov-name-') ? [`var(${token}, ${colour})`] : [],
);

/** The colour of a channel's name, always the same. */
export function nameColor(channelId: string): string | undefined {
  // FNV-1a over UTF-16 units: spreads ids that differ in one digit.
  let hash = 0x811c9dc5;
  for (let at = 0; at < channelId.length; at += 1) {
    hash = Math.imul(hash ^ channelId.charCodeAt(at), 0x01000193);
  }
  return NAME_SHADES[(hash >>> 0) % NAME_SHADES.length];
}

export type LineSettings = Pick<ChatSettings, 'badges' | 'roles' | 'nameColors' | 'bigEmoji'>;

/** The ellipsis applies much earlier; this only limits layout work for hostile names. */
const NAME_MAX = 80;
const EMOJI_CLASS = 'sl-emoji';

let blank: HTMLLIElement | null = null;

function part(tag: string, className: string): HTMLElement {
  const element = document.createElement(tag);
  element.className = className;
  return element;
}

function blankLine(): HTMLLIElement {
  if (blank) return blank;
  blank = document.createElement('li');
  blank.className = 'sl-chat-line';
  const text = part('p', 'sl-chat-text');
  const author = part('span', 'sl-chat-author');
  author.append(part('bdi', 'sl-chat-name'));
  const message = part('span', 'sl-chat-message');
  message.setAttribute('dir', 'auto');
  text.append(author, ' ', message);
  blank.append(text);
  return blank;
}

function newFrame() {
  const item = blankLine().cloneNode(true) as HTMLLIElement;
  const [author, message] = item.firstElementChild?.children ?? [];
  const name = author?.firstElementChild;
  if (!author || !message || !(name instanceof HTMLElement)) throw new Error('A line lost a part');
  return { item, author, name, message };
}

/**
 * Built without React: a busy chat creates hundreds per second, and each is drawn once. `marks`: an
 * element with the badges of `MARKED_ROLES`, which are copied.
 */
export function lineNode(line: ChatLine, settings: LineSettings, marks: Element): HTMLLIElement {
  const { data, seq } = line.event;
  const { item, author, name, message } = newFrame();
  const segments = richSegments(data.content, data.emojis, CHAT_LIMITS);
  item.dataset['seq'] = String(seq);
  if (data.senderRole !== 'viewer') {
    item.dataset['role'] = data.senderRole;
    if (data.senderRole === 'streamer') item.dataset['streamer'] = 'true';
    const mark = marks.children[MARKED_ROLES.indexOf(data.senderRole)];
    if (mark && settings.roles.includes(data.senderRole)) name.before(mark.cloneNode(true));
  }
  if (settings.bigEmoji && isEmojiOnly(segments)) item.dataset['pictures'] = 'true';
  if (hasLongWord(segments)) item.dataset['unbroken'] = 'true';
  if (settings.badges) addBadges(author, name, data.profile.badges);
  if (settings.nameColors) name.style.color = nameColor(data.senderChannelId) ?? '';
  name.textContent = cutWhole(data.profile.nickname, NAME_MAX);
  addWords(message, segments);
  return item;
}

/** A badge with a disallowed image leaves no gap. */
function addBadges(author: Element, name: Element, badges: readonly Badge[]): void {
  for (const { imageUrl, name: words } of badges.slice(0, BADGES_MAX)) {
    const image = pictureNode(imageUrl, words, 'sl-chat-badge');
    if (image) author.insertBefore(image, name);
  }
}

function addWords(message: Element, segments: readonly Segment[]): void {
  for (const segment of segments) {
    if (segment.type === 'text') message.append(segment.text);
    else message.append(pictureNode(segment.url, segment.token, EMOJI_CLASS) ?? segment.token);
  }
}

/** A new count is a new element, so its animation restarts. */
export function setCount(item: Element, count: number): void {
  item.querySelector('.sl-chat-count')?.remove();
  if (count < 2) return;
  const mark = part('strong', 'sl-chat-count');
  mark.textContent = `×${count}`;
  item.firstElementChild?.append(mark);
}

/** Images to copy; null: not allowed. A held one keeps the browser from requesting it again. */
const models = new Map<string, HTMLImageElement | null>();
/** Animated ones are large. */
const MODELS_MOST = 128;

function modelOf(address: string): HTMLImageElement | null {
  const known = models.get(address);
  if (known !== undefined) return known;
  const model = isImageAddress(address) ? newModel(address) : null;
  const [oldest] = models.keys();
  if (models.size >= MODELS_MOST && oldest !== undefined) models.delete(oldest);
  models.set(address, model);
  return model;
}

function newModel(address: string): HTMLImageElement {
  const image = document.createElement('img');
  image.setAttribute('referrerpolicy', 'no-referrer');
  image.setAttribute('loading', 'eager');
  image.setAttribute('decoding', 'async');
  image.setAttribute('draggable', 'false');
  image.src = address;
  // A failed image is dropped, so the next line with it retries.
  image.addEventListener('error', () => models.delete(address), { once: true });
  return image;
}

/** `SafeImage` for lines that arrive by the hundred: null without an allowed address. */
export function pictureNode(
  url: string | null,
  name: string,
  className: string,
): HTMLImageElement | null {
  const image = url === null ? null : (modelOf(url)?.cloneNode() as HTMLImageElement | undefined);
  if (!image) return null;
  image.className = className;
  image.alt = name;
  return image;
}

/** Hides a failed image; an emoji's token takes its place. */
export function hideFailed(image: HTMLImageElement): void {
  if (image.hidden) return;
  image.hidden = true;
  if (image.className === EMOJI_CLASS) image.after(image.alt);
}
