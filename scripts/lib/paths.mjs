import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

export const inRoot = (...parts) => join(root, ...parts);

/** Records what was installed and which Node the app's commands use. */
export const installStamp = inRoot('node_modules/.stagelight-installed');
/** Suffix of the stamp if this system has no package of Node. */
export const ON_RUNNING_NODE = ' on the running Node';

/** The Node that the app ships with (Electron's major), from the `node` package. */
export const packagedNode = inRoot(
  'node_modules/node/bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

export function readStamp(stamp = installStamp) {
  return existsSync(stamp) ? readFileSync(stamp, 'utf8').trim() : '';
}

const chosenNode = () => (readStamp().endsWith(ON_RUNNING_NODE) ? process.execPath : packagedNode);

/** The Node for all commands: the packaged one, else the current one. */
export let appNode = chosenNode();

/** Call after an installation. */
export function chooseNode() {
  appNode = chosenNode();
}
