import { execFile } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, posix, resolve, sep } from 'node:path';
import { extractFile, listPackage } from '@electron/asar';
import { parseSync, Visitor } from 'vite';

const root = resolve(import.meta.dirname, '../..');

export interface Ended {
  readonly code: number;
  readonly said: string;
}

/** Runs a script of the project to its end, with nothing of our own environment but the path. */
export function runScript(
  script: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...environment };
  return new Promise((done) => {
    const command = [join(root, script), ...args];
    execFile(process.execPath, command, { cwd: root, env }, (failure, out, errors) => {
      const code = failure === null ? 0 : Number(failure.code ?? 1);
      done({ code, said: out + errors });
    });
  });
}

/** The unpacked folder of a packaged app. */
export class PackagedApp {
  readonly folder: string;
  /** Paths of the files inside app.asar, with `/`. */
  readonly files: readonly string[];
  readonly #archive: string;

  constructor(folder: string) {
    this.folder = folder;
    this.#archive = join(folder, 'resources/app.asar');
    const entries = listPackage(this.#archive, { isPack: false }).map((path) =>
      path.slice(1).replaceAll(sep, '/'),
    );
    const folders = new Set(entries.map((path) => posix.dirname(path)));
    this.files = entries.filter((path) => !folders.has(path));
  }

  text(path: string): string {
    return extractFile(this.#archive, path).toString('utf8');
  }

  /** Files below `folder`, by the end of their name. */
  below(folder: string, ending = ''): string[] {
    return this.files.filter((path) => path.startsWith(`${folder}/`) && path.endsWith(ending));
  }

  /** Everything that we add to Electron, in bytes. */
  ownBytes(): number {
    const resources = join(this.folder, 'resources');
    const names = readdirSync(resources);
    return names.reduce((sum, name) => sum + statSync(join(resources, name)).size, 0);
  }

  /** What a bundle asks for that is neither Node's nor Electron's nor in the archive. */
  unresolved(path: string): string[] {
    return modulesOf(path, this.text(path)).filter((name) => {
      if (name === 'electron' || isBuiltin(name)) return false;
      const target = posix.join(posix.dirname(path), name);
      return !(name.startsWith('.') && this.files.includes(target));
    });
  }
}

/** The names of the modules that a script loads: import, export from, import() and require(). */
export function modulesOf(path: string, source: string): string[] {
  const { program, module, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} cannot be read as a script`);
  const names = module.staticImports.map(({ moduleRequest }) => moduleRequest.value);
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest } of entries) if (moduleRequest) names.push(moduleRequest.value);
  }
  const keep = (argument: { type: string } | undefined): void => {
    if (argument === undefined || !('value' in argument)) return;
    if (typeof argument.value === 'string') names.push(argument.value);
  };
  new Visitor({
    ImportExpression: ({ source: argument }) => keep(argument),
    CallExpression({ callee, arguments: [argument] }) {
      if (callee.type === 'Identifier' && callee.name.endsWith('require')) keep(argument);
    },
  }).visit(program);
  return [...new Set(names)];
}
