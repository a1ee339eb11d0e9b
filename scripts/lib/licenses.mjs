import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { inRoot } from './paths.mjs';

const LICENSE_FILE = /^(licen[cs]e|copying|notice)([.-].*)?$/i;
const RULE = '-'.repeat(78);

function licenseTexts(folder) {
  return readdirSync(folder)
    .filter((name) => LICENSE_FILE.test(name))
    .sort()
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8').trim());
}

function entry(path) {
  const folder = inRoot(path);
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  return [`${name} ${version} (${license})`, ...licenseTexts(folder)].join('\n\n');
}

/** Stagelight's licence and those of these packages, by their folders below the project's. */
export function licensesOf(folders) {
  const ours = `Stagelight\n\n${readFileSync(inRoot('LICENSE'), 'utf8').trim()}`;
  return `${[ours, ...folders.map(entry)].join(`\n\n${RULE}\n\n`)}\n`;
}

/** Writes Stagelight's licence and those of all libraries that may be bundled. */
export function writeLicenses(file) {
  const { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'));
  const shipped = Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
    .map(([path]) => path)
    // The lock also lists optional packages for other systems, which are not installed.
    .filter((path) => existsSync(inRoot(path, 'package.json')));
  writeFileSync(file, licensesOf(shipped));
}
