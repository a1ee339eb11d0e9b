import { deflateSync } from 'node:zlib';

/** A chunk of a PNG picture. Its checksum is left out: OBS writes one, nobody here reads it. */
function chunk(kind: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length, 0);
  head.write(kind, 4, 'latin1');
  return Buffer.concat([head, body, Buffer.alloc(4)]);
}

/** A picture as OBS answers it, four bytes a pixel. `filters`: how each row is stored, from 0 to 4. */
export function pngOf(
  { width, height, pixels }: { width: number; height: number; pixels: Uint8Array },
  filters: readonly number[] = [],
): string {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6], 8);
  const row = width * 4;
  const rows = Buffer.alloc((row + 1) * height);
  const at = (x: number, y: number): number => (x < 0 || y < 0 ? 0 : (pixels[y * row + x] ?? 0));
  for (let y = 0; y < height; y += 1) {
    const filter = filters[y] ?? 0;
    rows[y * (row + 1)] = filter;
    if (filter === 0) {
      rows.set(pixels.subarray(y * row, (y + 1) * row), y * (row + 1) + 1);
      continue;
    }
    for (let x = 0; x < row; x += 1) {
      const guess = guessOf(filter, at(x - 4, y), at(x, y - 1), y === 0 ? 0 : at(x - 4, y - 1));
      rows[y * (row + 1) + 1 + x] = at(x, y) - guess;
    }
  }
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const data = deflateSync(rows, { level: 1 });
  const all = [
    signature,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return `data:image/png;base64,${Buffer.concat(all).toString('base64')}`;
}

function guessOf(filter: number, left: number, up: number, corner: number): number {
  const sum = left + up - corner;
  const [byLeft, byUp, byCorner] = [left, up, corner].map((each) => Math.abs(sum - each));
  const least = Math.min(byLeft ?? 0, byUp ?? 0, byCorner ?? 0);
  const nearest = byLeft === least ? left : byUp === least ? up : corner;
  return [0, left, up, (left + up) >> 1, nearest][filter] ?? 0;
}
