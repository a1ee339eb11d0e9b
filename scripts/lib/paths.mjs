import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder, wherever the command was typed. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The Node that the app ships with (Electron's major), from the `node` package. */
export const appNode = join(
  root,
  'node_modules/node/bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

export const inRoot = (...parts) => join(root, ...parts);
