import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ZipWriter } from '../../../electron/features/maintenance/zip-writer.ts';

/** A zip with these texts, as the app writes one. */
export async function writeZip(
  folder: string,
  entries: readonly (readonly [path: string, text: string])[],
  name = 'made.zip',
): Promise<string> {
  const path = join(folder, name);
  const file = await open(path, 'w');
  try {
    const zip = new ZipWriter(file, Date.UTC(2026, 0, 2));
    for (const [entry, text] of entries) await zip.addText(entry, text);
    await zip.finish();
  } finally {
    await file.close();
  }
  return path;
}

/** A zip with these bytes. */
export async function keepBytes(folder: string, bytes: Uint8Array): Promise<string> {
  const path = join(folder, 'bytes.zip');
  await writeFile(path, bytes);
  return path;
}
