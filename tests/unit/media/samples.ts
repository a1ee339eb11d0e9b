import { crc32 } from 'node:zlib';
import type { ByteSource } from '../../../electron/features/media/inspect/bytes.ts';

/** Small files of every type, made to the letter of their formats, whole enough to be recognised. */

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function u32le(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
}

function u24le(value: number): Buffer {
  return u32le(value).subarray(0, 3);
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function u16le(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function join(...parts: readonly (Buffer | string | readonly number[])[]): Buffer {
  return Buffer.concat(
    parts.map((part) =>
      typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part as Buffer),
    ),
  );
}

function pngChunk(name: string, content: Buffer): Buffer {
  const named = join(name, content);
  return join(u32(content.length), named, u32(crc32(named)));
}

export function png({ width = 8, height = 8, frames = 1, salt = '' } = {}): Buffer {
  const head = join(u32(width), u32(height), [8, 6, 0, 0, 0]);
  const control = Array.from({ length: frames > 1 ? frames : 0 }, () =>
    pngChunk('fcTL', Buffer.alloc(26)),
  );
  return join(
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', head),
    ...(salt ? [pngChunk('tEXt', Buffer.from(salt))] : []),
    ...control,
    pngChunk('IDAT', Buffer.from([1, 2, 3])),
    pngChunk('IEND', Buffer.alloc(0)),
  );
}

export function jpeg({ width = 8, height = 8 } = {}): Buffer {
  const app = join([0xff, 0xe0], u16(16), 'JFIF\0', Buffer.alloc(9));
  const frame = join([0xff, 0xc0], u16(11), [8], u16(height), u16(width), [1, 1, 0x11, 0]);
  const scan = join([0xff, 0xda], u16(8), [1, 1, 0, 0, 63, 0]);
  return join([0xff, 0xd8], app, frame, scan, [0x12, 0xff, 0x00, 0x34], [0xff, 0xd9]);
}

export function gif({ width = 8, height = 8, frames = 1 } = {}): Buffer {
  const colours = Buffer.alloc(6);
  const picture = join([0x2c, 0, 0, 0, 0], u16le(width), u16le(height), [0], [2, 2, 0x44, 1, 0]);
  const comment = join([0x21, 0xfe, 2], 'hi', [0]);
  const pictures = Array.from({ length: frames }, () => picture);
  return join(
    'GIF89a',
    u16le(width),
    u16le(height),
    [0x80, 0, 0],
    colours,
    comment,
    ...pictures,
    [0x3b],
  );
}

function riff(form: string, ...chunks: readonly Buffer[]): Buffer {
  const content = join(form, ...chunks);
  return join('RIFF', u32le(content.length), content);
}

function chunk(name: string, content: Buffer): Buffer {
  return join(name, u32le(content.length), content, content.length % 2 === 1 ? [0] : []);
}

export function webpLossy({ width = 8, height = 8 } = {}): Buffer {
  const picture = join([0, 0, 0], [0x9d, 0x01, 0x2a], u16le(width), u16le(height), [0, 0]);
  return riff('WEBP', chunk('VP8 ', picture));
}

export function webpLossless({ width = 8, height = 8 } = {}): Buffer {
  const bits = u32le((width - 1) | ((height - 1) << 14));
  return riff('WEBP', chunk('VP8L', join([0x2f], bits, [0])));
}

export function webpMoving({ width = 8, height = 8, frames = 3 } = {}): Buffer {
  const canvas = join([2, 0, 0, 0], u24le(width - 1), u24le(height - 1));
  const pictures = Array.from({ length: frames }, () => chunk('ANMF', Buffer.alloc(24)));
  return riff('WEBP', chunk('VP8X', canvas), chunk('ANIM', Buffer.alloc(6)), ...pictures);
}

function box(type: string, ...content: readonly Buffer[]): Buffer {
  const inner = join(...content);
  return join(u32(inner.length + 8), type, inner);
}

export function avif({ width = 8, height = 8, frames = 1 } = {}): Buffer {
  const size = box('ispe', u32(0), u32(width), u32(height));
  const meta = box('meta', u32(0), box('iprp', box('ipco', size)));
  const count = box('stsz', u32(0), u32(0), u32(frames));
  const track = box('trak', box('mdia', box('minf', box('stbl', count))));
  const brand = frames > 1 ? 'avis' : 'avif';
  return join(
    box('ftyp', join(brand, u32(0), 'mif1', brand)),
    meta,
    ...(frames > 1 ? [box('moov', track)] : []),
    box('mdat', Buffer.from([1, 2, 3])),
  );
}

export function mp4({
  width = 8,
  height = 8,
  seconds = 2,
  handler = 'vide',
  brand = 'isom',
  codec = 'avc1',
} = {}) {
  const header = box('mvhd', join(u32(0), u32(0), u32(0), u32(1_000), u32(seconds * 1_000)));
  const head = box('tkhd', join(Buffer.alloc(76), u32(width * 65_536), u32(height * 65_536)));
  const description = box('stsd', u32(0), u32(1), box(codec, Buffer.alloc(78)));
  const written = box('minf', box('stbl', description));
  const kind = box('mdia', box('hdlr', join(u32(0), u32(0), handler, Buffer.alloc(12))), written);
  return join(
    box('ftyp', join(brand, u32(0), brand)),
    box('mdat', Buffer.alloc(9)),
    box('moov', header, box('trak', head, kind)),
  );
}

function element(id: string, ...content: readonly Buffer[]): Buffer {
  const inner = join(...content);
  return join(Buffer.from(id, 'hex'), u32(0x10000000 + inner.length), inner);
}

export function webm({
  width = 8,
  height = 8,
  seconds = 2,
  doc = 'webm',
  audioOnly = false,
  codec = 'V_VP9',
} = {}) {
  const duration = Buffer.alloc(8);
  duration.writeDoubleBE(seconds * 1_000);
  const size = [element('b0', u16(width)), element('ba', u16(height))];
  const written = element('86', Buffer.from(codec));
  const track = join(written, audioOnly ? element('83', Buffer.from([2])) : element('e0', ...size));
  const known = join(
    element('1549a966', element('2ad7b1', u32(1_000_000)), element('4489', duration)),
    element('1654ae6b', element('ae', track)),
    element('1f43b675', Buffer.alloc(10)),
  );
  // As recorders write it: a segment of unknown length.
  const segment = join(
    Buffer.from('18538067', 'hex'),
    Buffer.from('01ffffffffffffff', 'hex'),
    known,
  );
  return join(element('1a45dfa3', element('4282', Buffer.from(doc))), segment);
}

/** Frames of 128 kbit/s at 44,100 Hz: 417 bytes, 26 ms each. */
export function mp3({ seconds = 1, tagged = true } = {}): Buffer {
  const frame = join(Buffer.from('fffb9000', 'hex'), Buffer.alloc(413));
  const frames = Array.from({ length: Math.round((seconds * 44_100) / 1_152) }, () => frame);
  const tag = join('ID3', [4, 0, 0, 0, 0, 0, 10], Buffer.alloc(10));
  return join(...(tagged ? [tag] : []), ...frames);
}

function oggPage(kind: number, position: number, content: Buffer): Buffer {
  const place = Buffer.alloc(8);
  place.writeBigInt64LE(BigInt(position));
  const head = join('OggS', [0, kind], place, u32le(7), u32le(0), u32le(0));
  return join(head, [1, content.length], content);
}

export function ogg({ seconds = 1, codec = 'opus' } = {}): Buffer {
  const heads: Readonly<Record<string, Buffer>> = {
    opus: join('OpusHead', [1, 1], u16le(312), u32le(48_000), [0, 0, 0]),
    vorbis: join([1], 'vorbis', u32le(0), [1], u32le(44_100), Buffer.alloc(14)),
    theora: join([0x80], 'theora', Buffer.alloc(34)),
  };
  const rate = codec === 'vorbis' ? 44_100 : 48_000;
  const last = Math.round(seconds * rate) + (codec === 'opus' ? 312 : 0);
  return join(
    oggPage(2, 0, heads[codec] ?? Buffer.alloc(8)),
    oggPage(0, -1, Buffer.from([1, 2, 3])),
    oggPage(4, last, Buffer.from([4])),
  );
}

export function wav({ seconds = 1, format = 1, said = true } = {}): Buffer {
  const rate = 8_000;
  const head = join(u16le(format), u16le(1), u32le(rate), u32le(rate * 2), u16le(2), u16le(16));
  const samples = Buffer.alloc(seconds * rate * 2);
  const data = join('data', said ? u32le(samples.length) : u32le(0xffff_ffff), samples);
  return riff('WAVE', chunk('fmt ', head), chunk('LIST', Buffer.from('abc')), data);
}

export function woff2({ unpacked = 1_000 } = {}): Buffer {
  const head = join('wOF2', u32(0x00010000), u32(60), u16(3), u16(0), u32(unpacked), u32(12));
  return join(head, Buffer.alloc(60 - head.length));
}

/** A file's content without a file. */
export function bufferSource(bytes: Buffer): ByteSource {
  return {
    size: bytes.length,
    read: async (offset, length) => bytes.subarray(offset, offset + length),
  };
}
