/** A picture of one colour number per pixel. */
type Pixels = Uint8Array;

const SIDE = 400;
const FRAMES = 20;
/** Hundredths of a second. */
const FRAME_TIME = 4;
const COLOUR_BITS = 3;
const CODES_MOST = 4_096;

/** Eight colours; the first is the transparent one. */
const COLOURS = [
  ...[0, 0, 0, 255, 94, 122, 255, 210, 63, 124, 92, 255],
  ...[31, 169, 113, 64, 180, 255, 255, 255, 255, 30, 30, 40],
];

/** Codes of growing width, the lowest bit first. */
class BitWriter {
  readonly bytes: number[] = [];
  #waiting = 0;
  #bits = 0;

  write(code: number, width: number): void {
    this.#waiting |= code << this.#bits;
    this.#bits += width;
    for (; this.#bits >= 8; this.#bits -= 8) {
      this.bytes.push(this.#waiting & 0xff);
      this.#waiting >>>= 8;
    }
  }

  end(): void {
    if (this.#bits > 0) this.bytes.push(this.#waiting & 0xff);
  }
}

/** GIF's own packing. */
function pack(pixels: Pixels): readonly number[] {
  const clear = 1 << COLOUR_BITS;
  const writer = new BitWriter();
  let known = new Map<number, number>();
  let width = COLOUR_BITS + 1;
  let next = clear + 2;
  writer.write(clear, width);
  let run = pixels[0] ?? 0;
  for (const colour of pixels.subarray(1)) {
    const key = (run << 8) | colour;
    const code = known.get(key);
    if (code !== undefined) {
      run = code;
      continue;
    }
    writer.write(run, width);
    run = colour;
    if (next === CODES_MOST) {
      writer.write(clear, width);
      known = new Map();
      width = COLOUR_BITS + 1;
      next = clear + 2;
      continue;
    }
    if (next === 1 << width) width += 1;
    known.set(key, next);
    next += 1;
  }
  writer.write(run, width);
  writer.write(clear + 1, width);
  writer.end();
  return writer.bytes;
}

/** Discs that circle around the middle, each in its colour, on nothing. */
function drawn(frame: number): Pixels {
  const pixels = new Uint8Array(SIDE * SIDE);
  for (let disc = 1; disc < 8; disc += 1) {
    const angle = (frame / FRAMES + disc / 7) * 2 * Math.PI;
    const middle = { x: SIDE / 2 + Math.cos(angle) * 120, y: SIDE / 2 + Math.sin(angle) * 120 };
    const radius = 36 + 12 * Math.sin(angle * 2);
    for (let y = 0; y < SIDE; y += 1) {
      for (let x = 0; x < SIDE; x += 1) {
        if (Math.hypot(x - middle.x, y - middle.y) < radius) pixels[y * SIDE + x] = disc;
      }
    }
  }
  return pixels;
}

const u16 = (value: number): readonly number[] => [value & 0xff, value >> 8];

function frameOf(frame: number): readonly number[] {
  const packed = pack(drawn(frame));
  const bytes = [
    // Transparent, and wiped before the next one.
    ...[0x21, 0xf9, 4, 0b1001, ...u16(FRAME_TIME), 0, 0],
    ...[0x2c, ...u16(0), ...u16(0), ...u16(SIDE), ...u16(SIDE), 0, COLOUR_BITS],
  ];
  for (let at = 0; at < packed.length; at += 255) {
    const part = packed.slice(at, at + 255);
    bytes.push(part.length, ...part);
  }
  bytes.push(0);
  return bytes;
}

/** An animated GIF of 400 pixels and 25 pictures a second, as streamers put them on alerts. */
export function animatedGif(): Buffer {
  const head = [
    ...Buffer.from('GIF89a'),
    ...[...u16(SIDE), ...u16(SIDE), 0b11110000 | (COLOUR_BITS - 1), 0, 0, ...COLOURS],
    // Again and again.
    ...[0x21, 0xff, 11, ...Buffer.from('NETSCAPE2.0'), 3, 1, 0, 0, 0],
  ];
  const frames = Array.from({ length: FRAMES }, (_, at) => frameOf(at));
  return Buffer.from([...head, ...frames.flat(), 0x3b]);
}
