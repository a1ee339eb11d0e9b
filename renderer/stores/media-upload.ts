import type { Bridge } from '../../shared/contract/index.ts';
import { MEDIA_LIMITS, type MediaItem } from '../../shared/overlay/media.ts';

/** Receives the upload's progress, from 0 to 1. */
export type OnUploadProgress = (share: number) => void;

/** Rejects with the core's problem; an unusable file is refused with its first part. */
export async function uploadMedia(
  bridge: Pick<Bridge, 'command'>,
  file: Blob & { readonly name: string },
  onShare: OnUploadProgress = () => {},
): Promise<MediaItem> {
  const { name, size } = file;
  const { partBytes } = MEDIA_LIMITS;
  const { upload } = await bridge.command('media.begin', { name: name.slice(-1_000), bytes: size });
  await sendParts(file, partBytes, async (index, data) => {
    onShare((index * partBytes) / size);
    await bridge.command('media.part', { upload, index, data });
  });
  const item = await bridge.command('media.finish', { upload });
  onShare(1);
  return item;
}

/** Passes a file's parts to `send` one after the other, as base64. */
export async function sendParts(
  file: Blob,
  partBytes: number,
  send: (index: number, data: string) => Promise<void>,
): Promise<void> {
  for (let index = 0; index * partBytes < file.size; index += 1) {
    const part = file.slice(index * partBytes, (index + 1) * partBytes);
    await send(index, base64Of(new Uint8Array(await part.arrayBuffer())));
  }
}

/** A number of arguments that every engine accepts. */
const AT_ONCE = 8_192;

function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += AT_ONCE) {
    text += String.fromCharCode(...bytes.subarray(at, at + AT_ONCE));
  }
  return btoa(text);
}
