import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SOUNDS } from './sound-scores.ts';
import { render, wavOf } from './sound-synthesis.ts';

/** Writes the sounds of alerts and of the show kit into assets/sounds. */
const OUT = join(import.meta.dirname, '../../assets/sounds');

await mkdir(OUT, { recursive: true });
for (const [name, sound] of Object.entries(SOUNDS)) {
  await writeFile(join(OUT, `${name}.wav`), wavOf(render(sound)));
}
