import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { everydayFile, everydayFont, WEIGHTS } from './font-files.ts';

/** Writes the everyday characters of Pretendard into assets/fonts, one file a weight. */
for (const weight of WEIGHTS) {
  const file = everydayFile(weight);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, await everydayFont(weight));
}
