/** Files as a streamer would bring them along. */

/** Half a second of a plain tone, as a sound editor would save it. */
export function ownSound(name: string) {
  return { name, mimeType: 'audio/wav', buffer: tone() };
}

/** A square that blinks. */
export function ownGif(name: string) {
  return { name, mimeType: 'image/gif', buffer: gif(24) };
}

function tone(): Buffer {
  const rate = 8_000;
  const samples = rate / 2;
  const wav = Buffer.alloc(44 + samples * 2);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(36 + samples * 2, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(rate, 24);
  wav.writeUInt32LE(rate * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(samples * 2, 40);
  for (let at = 0; at < samples; at += 1) {
    wav.writeInt16LE(Math.round(8_000 * Math.sin(at / 8)), 44 + at * 2);
  }
  return wav;
}

/** Two frames of one colour each, for ever. */
function gif(side: number): Buffer {
  const sides = [side, 0, side, 0];
  const colours = [0x00, 0x00, 0x00, 0xff, 0x4d, 0x8d, 0xff, 0xd1, 0x66, 0xff, 0xff, 0xff];
  const loop = [0x21, 0xff, 0x0b, ...Buffer.from('NETSCAPE2.0'), 0x03, 0x01, 0x00, 0x00, 0x00];
  const frame = (colour: number) => [
    ...[0x21, 0xf9, 0x04, 0x04, 0x14, 0x00, 0x00, 0x00],
    ...[0x2c, 0x00, 0x00, 0x00, 0x00, ...sides, 0x00],
    ...[0x02, ...blocks(pixels(side * side, colour)), 0x00],
  ];
  return Buffer.from([
    ...[...Buffer.from('GIF89a'), ...sides, 0x81, 0x00, 0x00, ...colours],
    ...[...loop, ...frame(1), ...frame(2), 0x3b],
  ]);
}

const CLEAR = 4;
const END = 5;

/** Pixels of one colour in codes of three bits: cleared so often that the codes stay that short. */
function pixels(count: number, colour: number): number[] {
  const codes = Array.from({ length: count / 2 }, () => [CLEAR, colour, colour]).flat();
  const bits = [...codes, END].flatMap((code) => [code & 1, (code >> 1) & 1, (code >> 2) & 1]);
  return Array.from({ length: Math.ceil(bits.length / 8) }, (_, at) =>
    bits.slice(at * 8, at * 8 + 8).reduce((byte, bit, place) => byte | (bit << place), 0),
  );
}

/** In parts of at most 255 bytes, each with its length before it. */
function blocks(bytes: readonly number[]): number[] {
  const parts = Array.from({ length: Math.ceil(bytes.length / 255) }, (_, at) =>
    bytes.slice(at * 255, at * 255 + 255),
  );
  return parts.flatMap((part) => [part.length, ...part]);
}
