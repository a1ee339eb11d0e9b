import { COMMON_HEADERS } from './page-policy.ts';

export interface ServedMedia {
  /** Exact media type, determined by the content. */
  readonly type: string;
  readonly bytes: number;
  /** It is gone soon, so that nobody keeps it. */
  readonly isPassing?: boolean;
  /** The bytes from `from` up to and not including `to`. Opens the file on the first read. */
  read(from: number, to: number): ReadableStream<Uint8Array<ArrayBuffer>>;
}

export interface MediaSource {
  /** Returns null if there is no such item or its file is damaged. */
  open(hash: string): Promise<ServedMedia | null>;
}

/** The request data an answer depends on; missing headers are null. */
interface MediaRequest {
  readonly method: string;
  readonly range: string | null;
  readonly ifRange: string | null;
}

const MEDIA_PATH = /^\/media\/([0-9a-f]{64})$/;
/** Keeps a file that is opened on its own from running scripts. */
const FILE_POLICY = `default-src 'none'; frame-ancestors 'none'; sandbox`;
const SINGLE_RANGE = /^bytes=(\d*)-(\d*)$/;

/** The hash in a path below a page's address, such as `/media/5ac1…`; null for any other path. */
export function mediaHashOf(path: string): string | null {
  return MEDIA_PATH.exec(path)?.[1] ?? null;
}

/** The item or a range of it (RFC 9110, 14.2; never several); null: there is no such item. */
export async function mediaAnswer(
  source: MediaSource,
  hash: string,
  request: MediaRequest,
): Promise<Response | null> {
  const media = await source.open(hash);
  if (!media) return null;
  const tag = `"${hash}"`;
  const isAsked = request.ifRange === null || request.ifRange === tag;
  const stretch = isAsked ? stretchOf(request.range, media.bytes) : null;
  const headers = {
    ...COMMON_HEADERS,
    'Content-Type': media.type,
    'Cache-Control': media.isPassing ? 'no-store' : 'public, max-age=31536000, immutable',
    'Content-Security-Policy': FILE_POLICY,
    'Accept-Ranges': 'bytes',
    ETag: tag,
  };
  if (stretch === 'outside') {
    return new Response(null, {
      status: 416,
      headers: {
        ...headers,
        'Cache-Control': 'no-store',
        'Content-Length': '0',
        'Content-Range': `bytes */${media.bytes}`,
      },
    });
  }
  const { from, to } = stretch ?? { from: 0, to: media.bytes };
  const body = request.method === 'HEAD' ? null : media.read(from, to);
  const place = stretch ? { 'Content-Range': `bytes ${from}-${to - 1}/${media.bytes}` } : {};
  return new Response(body, {
    status: stretch ? 206 : 200,
    headers: { ...headers, ...place, 'Content-Length': String(to - from) },
  });
}

/** The requested range; null for the whole item. */
function stretchOf(
  range: string | null,
  bytes: number,
): { readonly from: number; readonly to: number } | 'outside' | null {
  const match = range === null ? null : SINGLE_RANGE.exec(range.trim());
  const first = match?.[1] ?? '';
  const last = match?.[2] ?? '';
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), bytes);
    return length === 0 ? 'outside' : { from: bytes - length, to: bytes };
  }
  const from = Number(first);
  if (last !== '' && Number(last) < from) return null;
  if (from >= bytes) return 'outside';
  return { from, to: last === '' ? bytes : Math.min(Number(last) + 1, bytes) };
}

interface KeptFileReading {
  readonly bytes: number;
  read(): ReadableStream<Uint8Array<ArrayBuffer>>;
}

export interface KeptFileSource {
  /** Returns null if there is no file of this name. */
  open(name: string): Promise<KeptFileReading | null>;
}

const KEPT_PATH = /^\/files\/([\w-]{1,80}\.zip)$/;

/** The name in a path below a dashboard's address, such as `/files/backup-1.zip`; else null. */
export function keptFileOf(path: string): string | null {
  return KEPT_PATH.exec(path)?.[1] ?? null;
}

/** Sends the file as a download: the browser neither shows, caches nor runs it. */
export function keptFileAnswer(name: string, file: KeptFileReading, method: string): Response {
  return new Response(method === 'HEAD' ? null : file.read(), {
    headers: {
      ...COMMON_HEADERS,
      'Content-Type': 'application/zip',
      'Content-Length': String(file.bytes),
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
      'Content-Security-Policy': FILE_POLICY,
    },
  });
}
