/** Names of a package's files: which are safe, which matter, and which is which. */

const MOST_CHARS = 200;
const MOST_FOLDERS = 8;
/** Windows knows them as devices, in every folder and with every ending. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(?:\.|$)/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
const ODD = /[\\:*?"<>|\u0000-\u001f\u007f\uFFFD]/;

/** Whether a path stays below its folder on every system, and means the same there. */
export function isSafePath(path: string): boolean {
  const parts = path.replace(/\/$/, '').split('/');
  if (path.length > MOST_CHARS || parts.length > MOST_FOLDERS || ODD.test(path)) return false;
  return parts.every(
    (part) => part !== '' && !/^\.\.?$/.test(part) && !/[. ]$/.test(part) && !DEVICE.test(part),
  );
}

/** What the system that packed it or a tool left there. */
export function isLitter(path: string): boolean {
  return path
    .split('/')
    .some((part) => part.startsWith('.') || part === '__MACOSX' || part === 'node_modules');
}

/** Types of what a widget may load of its own, by ending. */
export const WIDGET_TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  htm: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  csv: 'text/plain; charset=utf-8',
  md: 'text/plain; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/x-icon',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  m4a: 'audio/mp4',
  mp4: 'video/mp4',
  webm: 'video/webm',
  woff: 'font/woff',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  otf: 'font/otf',
};

export function endingOf(path: string): string {
  return /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
}

/** Files that are text, and are looked through for addresses. */
export function isText(path: string): boolean {
  return /^(?:text\/|application\/json|image\/svg)/.test(WIDGET_TYPES[endingOf(path)] ?? '');
}

const ROLES = {
  html: ['widget.html', 'index.html', 'html.html', 'html.txt', 'widget.htm', 'index.htm'],
  css: ['widget.css', 'style.css', 'styles.css', 'css.css', 'css.txt', 'index.css', 'main.css'],
  js: ['widget.js', 'script.js', 'scripts.js', 'js.js', 'js.txt', 'index.js', 'main.js'],
  fields: ['widget.json', 'fields.json', 'fields.txt', 'json.txt', 'field.json', 'json.json'],
  data: ['data.json', 'data.txt'],
} as const;
type Role = keyof typeof ROLES;
const SOLE: Partial<Record<Role, RegExp>> = { html: /\.html?$/i, css: /\.css$/i, js: /\.js$/i };

/** The path of each part of a widget; null: it has none. */
export type PackageParts = Readonly<Record<Role, string | null>>;

/** Where the widget is: the folder nearest to the top that has one. Several on that level: null. */
export function partsOf(paths: readonly string[]): PackageParts | 'none' | 'several' {
  const folders = [...new Set(paths.map(folderOf))].sort((a, b) => depth(a) - depth(b));
  const having = folders
    .map((folder) => partsIn(paths.filter((path) => folderOf(path) === folder)))
    .filter((parts) => parts.html !== null || parts.js !== null);
  const [first, second] = having;
  if (!first) return 'none';
  const level = (parts: PackageParts) => depth(folderOf(parts.html ?? parts.js ?? ''));
  return second && level(second) === level(first) && level(first) > 0 ? 'several' : first;
}

function partsIn(paths: readonly string[]): PackageParts {
  const find = (role: Role): string | null => {
    const named = ROLES[role].flatMap(
      (name) => paths.find((path) => baseOf(path).toLowerCase() === name) ?? [],
    )[0];
    const sole = SOLE[role];
    const alike = sole ? paths.filter((path) => sole.test(path)) : [];
    return named ?? (alike.length === 1 ? (alike[0] ?? null) : null);
  };
  return {
    html: find('html'),
    css: find('css'),
    js: find('js'),
    fields: find('fields'),
    data: find('data'),
  };
}

export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function depth(folder: string): number {
  return folder.split('/').length - 1;
}
