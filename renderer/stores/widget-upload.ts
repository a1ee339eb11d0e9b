import { zipSync } from 'fflate/browser';
import type { Bridge } from '../../shared/contract/index.ts';
import { type FoundPackage, WIDGET_PART_BYTES } from '../../shared/contract/widgets.ts';
import { sendParts } from './media-upload.ts';

/** Sends a package and answers what was found in it. Rejects with the core's problem. */
export async function uploadWidget(
  bridge: Pick<Bridge, 'command'>,
  files: readonly File[],
): Promise<FoundPackage> {
  const { name, content } = await packed(files);
  const { size: bytes } = content;
  const { upload } = await bridge.command('widgets.begin', { name: name.slice(-1_000), bytes });
  await sendParts(content, WIDGET_PART_BYTES, async (index, data) => {
    await bridge.command('widgets.part', { upload, index, data });
  });
  return bridge.command('widgets.finish', { upload });
}

/** A zip as it is; a folder's files, or one html alone, as a zip of them. */
async function packed(files: readonly File[]): Promise<{ name: string; content: Blob }> {
  const [first] = files;
  if (first && files.length === 1 && /\.zip$/i.test(first.name)) {
    return { name: first.name, content: first };
  }
  const entries = await Promise.all(
    files.map(async (file) => {
      const path = file.webkitRelativePath || file.name;
      return [path, new Uint8Array(await file.arrayBuffer())] as const;
    }),
  );
  // Level 0: it stays on this computer.
  const bytes = zipSync(Object.fromEntries(entries), { level: 0 });
  const folder = first?.webkitRelativePath.split('/')[0];
  return { name: folder || (first?.name ?? ''), content: new Blob([new Uint8Array(bytes)]) };
}
