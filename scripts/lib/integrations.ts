import { execFileSync } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { DECK_ROWS } from '../../integrations/decks/deck-table.ts';
import {
  iconOf,
  localizations,
  manifestOf,
  PLUGIN_ID,
} from '../../integrations/streamdeck/manifest.ts';
import { iconSvg } from './deck-icons.ts';
import { licensesOf } from './licenses.mjs';

/** Makes the files that a streamer installs into other programs, in dist/integrations. */

const root = resolve(import.meta.dirname, '../..');
const inIntegrations = (...parts: string[]) => join(root, 'integrations', ...parts);
export const INTEGRATIONS_FOLDER = join(root, 'dist/integrations');

/** Of a package below the project's folder; left out: of the app. */
const version = async (of = ''): Promise<string> =>
  JSON.parse(await readFile(join(root, of, 'package.json'), 'utf8')).version;

/** Bundles one program for the Node of its host; answers the packages of others that are in it. */
async function bundle(input: string, folder: string, name: string, target: string) {
  const packages = new Set<string>();
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    // As in what ships: `ws` without native code (decision 018).
    define: { 'process.env.WS_NO_BUFFER_UTIL': JSON.stringify('1') },
    ssr: { noExternal: true, external: builtinModules.flatMap((each) => [each, `node:${each}`]) },
    build: {
      ssr: true,
      target,
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      rolldownOptions: {
        input: { [name]: input },
        output: { format: 'es', entryFileNames: '[name].js', codeSplitting: false },
      },
    },
    plugins: [
      {
        name: 'packages',
        generateBundle: (_, files) => {
          const chunks = Object.values(files).filter((file) => file.type === 'chunk');
          for (const id of chunks.flatMap(({ moduleIds }) => moduleIds)) {
            const found = /^.*\/(node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(
              id.replaceAll('\\', '/'),
            );
            if (found?.[0]) packages.add(found[0].slice(root.length + 1, -1));
          }
        },
      },
    ],
  });
  return [...packages].sort();
}

const save = async (folder: string, name: string, content: string): Promise<void> => {
  await mkdir(resolve(folder, name, '..'), { recursive: true });
  await writeFile(join(folder, name), content);
};

const asJson = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

/** The plug-in's folder as Stream Deck runs it. Answers where it is. */
export async function buildStreamDeck(into = INTEGRATIONS_FOLDER): Promise<string> {
  const folder = join(into, `${PLUGIN_ID}.sdPlugin`);
  await rm(folder, { recursive: true, force: true });
  const input = inIntegrations('streamdeck/plugin.ts');
  const packages = await bundle(input, join(folder, 'bin'), 'plugin', 'node24');
  await save(folder, 'bin/package.json', asJson({ type: 'module' }));
  await save(folder, 'manifest.json', asJson(manifestOf(await version())));
  for (const [name, texts] of Object.entries(localizations()))
    await save(folder, name, asJson(texts));
  await cp(inIntegrations('streamdeck/ui'), join(folder, 'ui'), { recursive: true });
  for (const row of DECK_ROWS) await save(folder, `${iconOf(row)}.svg`, iconSvg(row.icon));
  await save(folder, 'imgs/category.svg', iconSvg('Spotlight', 28));
  const icons = join(root, 'assets/icons/png');
  await cp(join(icons, '256x256.png'), join(folder, 'imgs/plugin.png'));
  await cp(join(icons, '512x512.png'), join(folder, 'imgs/plugin@2x.png'));
  await save(folder, 'licenses.txt', licensesOf([...packages, 'node_modules/lucide-react']));
  return folder;
}

const COMPANION = 'stagelight';

/** The module's folder as Companion runs it. Answers where it is. */
export async function buildCompanion(into = INTEGRATIONS_FOLDER): Promise<string> {
  const folder = join(into, COMPANION);
  await rm(folder, { recursive: true, force: true });
  const packages = await bundle(inIntegrations('companion/main.ts'), folder, 'main', 'node22');
  const source = inIntegrations('companion/companion');
  const { $schema: _, ...manifest } = JSON.parse(
    await readFile(join(source, 'manifest.json'), 'utf8'),
  );
  manifest.version = await version();
  manifest.runtime.apiVersion = await version('node_modules/@companion-module/base');
  const about = { name: manifest.name, version: manifest.version, license: manifest.license };
  await save(folder, 'package.json', asJson({ ...about, type: 'module' }));
  await save(folder, 'companion/manifest.json', asJson(manifest));
  await cp(join(source, 'HELP.md'), join(folder, 'companion/HELP.md'));
  await save(folder, 'licenses.txt', licensesOf(packages));
  return folder;
}

/** As Companion's import takes it. Answers the file. */
async function packCompanion(folder: string): Promise<string> {
  const file = join(INTEGRATIONS_FOLDER, `companion-module-${COMPANION}-${await version()}.tgz`);
  execFileSync('tar', ['-czf', file, '-C', dirname(folder), basename(folder)]);
  return file;
}

const CLI = join(root, 'node_modules/@elgato/cli/bin/streamdeck.mjs');

/** Runs Elgato's own tool; throws with what it says if it is not content. It asks no server. */
export function runElgato(command: 'validate' | 'pack', ...args: string[]): string {
  return execFileSync(process.execPath, [CLI, command, ...args, '--no-update-check'], {
    encoding: 'utf8',
    cwd: root,
    env: { ...process.env, NO_COLOR: '1' },
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await mkdir(INTEGRATIONS_FOLDER, { recursive: true });
  const plugin = await buildStreamDeck();
  runElgato('pack', plugin, '--force', '--output', INTEGRATIONS_FOLDER);
  await packCompanion(await buildCompanion());
  for (const name of await readdir(INTEGRATIONS_FOLDER)) {
    if (/\.(streamDeckPlugin|tgz)$/.test(name)) process.stderr.write(`dist/integrations/${name}\n`);
  }
}
