import type { FileHandle } from 'node:fs/promises';

const CHUNK_BYTES = 65_536;

/**
 * A range of a file as a stream that opens the file on the first read and closes it at any end: an
 * unread stream holds nothing.
 * @param onFailure receives why the file cannot be read; the stream itself fails without it,
 * because its error may be sent to a page and the reason names the folder.
 */
export function contentStream(
  openFile: () => Promise<FileHandle>,
  onFailure: (failure: unknown) => void,
  [from, to]: readonly [number, number],
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let file: FileHandle | null = null;
  let at = from;
  let cancelled = false;
  const end = async (): Promise<void> => {
    await file?.close();
    file = null;
  };
  const readOn = async (controller: ReadableStreamDefaultController): Promise<void> => {
    file ??= await openFile();
    const length = Math.min(CHUNK_BYTES, to - at);
    const { bytesRead, buffer } = await file.read(new Uint8Array(length), 0, length, at);
    if (cancelled) return end();
    if (length > 0 && bytesRead === 0) throw new Error('The file became shorter');
    at += bytesRead;
    if (bytesRead > 0) controller.enqueue(buffer.subarray(0, bytesRead));
    if (at < to) return;
    await end();
    controller.close();
  };
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        try {
          await readOn(controller);
        } catch (failure) {
          await end();
          // A page that left in the middle of a read says nothing about the file.
          if (cancelled) return;
          onFailure(failure);
          throw new Error('The file cannot be read');
        }
      },
      cancel() {
        cancelled = true;
        return end();
      },
    },
    { highWaterMark: 0 },
  );
}
