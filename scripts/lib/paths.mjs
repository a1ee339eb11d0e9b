import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder, wherever the command was typed. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

export const inRoot = (...parts) => join(root, ...parts);

/** What was installed, and which Node the app's commands run on. */
export const installStamp = inRoot('node_modules/.stagelight-installed');
/** Ends the stamp where there is no package of Node for this system. */
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

/** The Node that everything here runs on: the packaged one, else the one that runs this. */
export let appNode = chosenNode();

/** To be called when something was installed. */
export function chooseNode() {
  appNode = chosenNode();
}
