import { COMMON_HEADERS } from './page-policy.ts';

/** A file that was put aside for the streamer, such as a backup. */
export interface KeptFileReading {
  readonly bytes: number;
  /** Nothing is open before somebody reads. */
  read(): ReadableStream<Uint8Array<ArrayBuffer>>;
}

/** Where they come from. */
export interface KeptFileSource {
  /** null: there is none of this name. */
  open(name: string): Promise<KeptFileReading | null>;
}

const KEPT_PATH = /^\/files\/([\w-]{1,80}\.zip)$/;

/** The name in a path below a dashboard's address, such as `/files/backup-1.zip`; null: it is none. */
export function keptFileOf(path: string): string | null {
  return KEPT_PATH.exec(path)?.[1] ?? null;
}

/** A download: no browser shows it, keeps it in its cache, or runs anything of it. */
export function keptFileAnswer(name: string, file: KeptFileReading, method: string): Response {
  return new Response(method === 'HEAD' ? null : file.read(), {
    headers: {
      ...COMMON_HEADERS,
      'Content-Type': 'application/zip',
      'Content-Length': String(file.bytes),
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
      'Content-Security-Policy': `default-src 'none'; frame-ancestors 'none'; sandbox`,
    },
  });
}
