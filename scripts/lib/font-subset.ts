import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** What we call of HarfBuzz's subsetter; numbers are addresses in its memory, 0 is none. */
interface Subsetter {
  readonly memory: WebAssembly.Memory;
  _initialize(): void;
  malloc(size: number): number;
  hb_blob_create(data: number, length: number, mode: number, user: number, free: number): number;
  hb_blob_get_data(blob: number, length: number): number;
  hb_blob_get_length(blob: number): number;
  hb_face_create(blob: number, index: number): number;
  hb_face_reference_blob(face: number): number;
  hb_set_add(set: number, value: number): void;
  hb_set_clear(set: number): void;
  hb_set_invert(set: number): void;
  hb_subset_input_create_or_fail(): number;
  hb_subset_input_set(input: number, kind: number): number;
  hb_subset_input_set_flags(input: number, flags: number): void;
  hb_subset_input_unicode_set(input: number): number;
  hb_subset_or_fail(face: number, input: number): number;
}

// Values of hb.h and hb-subset.h.
const MEMORY_MODE_WRITABLE = 2;
const SETS_NAME_ID = 4;
const SETS_LAYOUT_FEATURE_TAG = 6;
const FLAGS_NOTDEF_OUTLINE = 0x40;

/** The entries of a font's name table that state its licence. */
const LICENCE_NAMES = [13, 14];

/** Each call has a subsetter of its own: its memory goes with it. */
async function openSubsetter(): Promise<Subsetter> {
  const file = fileURLToPath(import.meta.resolve('harfbuzzjs/dist/harfbuzz-subset.wasm'));
  const { instance } = await WebAssembly.instantiate(await readFile(file));
  const subsetter = instance.exports as unknown as Subsetter;
  subsetter._initialize();
  return subsetter;
}

const found = (address: number): number => {
  if (address === 0) throw new Error('HarfBuzz could not make the subset.');
  return address;
};

/**
 * A TrueType font with some of its characters. Every OpenType feature stays, and so does the
 * outline of the box that stands for an unknown character.
 */
export async function subsetOf(font: Uint8Array, characters: readonly number[]): Promise<Buffer> {
  const hb = await openSubsetter();
  const data = found(hb.malloc(font.byteLength));
  new Uint8Array(hb.memory.buffer).set(font, data);
  const face = hb.hb_face_create(
    hb.hb_blob_create(data, font.byteLength, MEMORY_MODE_WRITABLE, 0, 0),
    0,
  );
  const input = found(hb.hb_subset_input_create_or_fail());
  hb.hb_subset_input_set_flags(input, FLAGS_NOTDEF_OUTLINE);
  const features = hb.hb_subset_input_set(input, SETS_LAYOUT_FEATURE_TAG);
  hb.hb_set_clear(features);
  hb.hb_set_invert(features);
  const names = hb.hb_subset_input_set(input, SETS_NAME_ID);
  for (const name of LICENCE_NAMES) hb.hb_set_add(names, name);
  const unicodes = hb.hb_subset_input_unicode_set(input);
  for (const code of characters) hb.hb_set_add(unicodes, code);
  const blob = hb.hb_face_reference_blob(found(hb.hb_subset_or_fail(face, input)));
  const start = hb.hb_blob_get_data(blob, 0);
  return Buffer.from(
    new Uint8Array(hb.memory.buffer).slice(start, start + hb.hb_blob_get_length(blob)),
  );
}
