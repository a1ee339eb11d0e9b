import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from './paths.mjs';

/** Marks the fuses in Electron's binary (@electron/fuses); the scheme's version follows. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
/** Electron's nine default fuses: '1' on, '0' off. */
const WIRE = '101100011';

/**
 * What electron-builder expects of an unpacked Electron for Linux. It cannot run; it shows what
 * packaging adds and that the fuses are flipped.
 */
function writeStubElectron(folder) {
  const { version } = JSON.parse(
    readFileSync(inRoot('node_modules/electron/package.json'), 'utf8'),
  );
  mkdirSync(join(folder, 'resources'), { recursive: true });
  mkdirSync(join(folder, 'locales'));
  const wire = Buffer.from([1, WIRE.length]);
  const binary = Buffer.concat([Buffer.from(`stub\0${SENTINEL}`), wire, Buffer.from(`${WIRE}\0`)]);
  writeFileSync(join(folder, 'electron'), binary, { mode: 0o755 });
  writeFileSync(join(folder, 'version'), version);
  writeFileSync(join(folder, 'LICENSE'), "Electron's licence\n");
  writeFileSync(join(folder, 'LICENSES.chromium.html'), "<p>Chromium's licences</p>\n");
  for (const language of ['de', 'en-US', 'ko']) {
    writeFileSync(join(folder, 'locales', `${language}.pak`), language);
  }
}

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Usage: node scripts/lib/stub-electron.mjs <folder>');
writeStubElectron(folder);
