import { readFile, realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { getMimeType, mimes } from 'hono/utils/mime';
import { errorCode } from '../base/files.ts';

/** As the library knows them, with what our pages had before it. */
const CONTENT_TYPES = {
  ...mimes,
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
};

/** The bundler's names: `assets/name-` and eight characters of the content hash. */
const HASHED = /^assets\/(?:.*\/)?[^/]+-[\w-]{8}\.[a-z0-9]+$/i;
const NOT_THERE: ReadonlySet<string> = new Set([
  'ENOENT',
  'ENOTDIR',
  'EISDIR',
  'ENAMETOOLONG',
  'ELOOP',
  'EACCES',
  'EPERM',
  'EINVAL',
]);

/** By percent-encoded path; null if there is no such file below `folder`, or it leads outside. */
export async function readStaticFile(folder: string, urlPath: string) {
  const path = toSafePath(urlPath);
  if (path === null) return null;
  try {
    const root = await realpath(folder);
    const file = await realpath(join(root, path));
    if (!file.startsWith(root.endsWith(sep) ? root : root + sep)) return null;
    // Reading a pipe or a device would block.
    if (!(await stat(file)).isFile()) return null;
    return {
      bytes: await readFile(file),
      contentType: getMimeType(path, CONTENT_TYPES) ?? 'application/octet-stream',
      cacheControl: cacheControlOf(path),
    };
  } catch (failure) {
    if (NOT_THERE.has(errorCode(failure) ?? '')) return null;
    throw failure;
  }
}

/** Decodes once and accepts only plain relative paths; null otherwise. */
function toSafePath(urlPath: string): string | null {
  let path: string;
  try {
    path = decodeURIComponent(urlPath);
  } catch {
    return null;
  }
  // Backslashes and colons mean something on Windows (drives, streams); no file of ours has them.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (/[\\:\u0000-\u001f]/.test(path)) return null;
  const segments = path.split('/');
  return segments.some((segment) => segment === '' || segment.startsWith('.')) ? null : path;
}

function cacheControlOf(path: string): string {
  if (extname(path).toLowerCase() === '.html') return 'no-store';
  return HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache';
}
