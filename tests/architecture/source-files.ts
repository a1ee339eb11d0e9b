import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');

/** One source file and what it imports. */
export interface SourceFile {
  /** Below the project's folder, with forward slashes. */
  readonly path: string;
  readonly text: string;
  /** As written. */
  readonly imports: readonly string[];
  /** Relative imports as paths below the project's folder. */
  readonly local: readonly string[];
}

const CODE = /\.(ts|tsx|mts)$/;
const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s+(?:type\s+)?(?:[\w*\s{},$]+?\s+from\s+)?['"]([^'"\n]+)['"]|\bimport\(\s*['"]([^'"\n]+)['"]\s*\)/g;

/** What a module imports, type-only imports included. */
export function importsOf(text: string): readonly string[] {
  return [...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? '');
}

function* walk(folder: string): Generator<string> {
  for (const name of readdirSync(folder).sort()) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* walk(path);
    else yield path;
  }
}

function read(path: string): SourceFile {
  const text = readFileSync(path, 'utf8');
  const imports = importsOf(text);
  const local = imports
    .filter((name) => name.startsWith('.'))
    .map((name) => relative(root, resolve(dirname(path), name.replace(/\?.*$/, ''))));
  return {
    path: relative(root, path).replaceAll('\\', '/'),
    text,
    imports,
    local: local.map((name) => name.replaceAll('\\', '/')),
  };
}

/** Every file below the named folders whose name passes `pattern`. */
export function sourceFiles(folders: readonly string[], pattern: RegExp = CODE): SourceFile[] {
  return folders
    .flatMap((folder) => [...walk(join(root, folder))])
    .filter((path) => pattern.test(path) && !path.endsWith('.d.ts'))
    .map(read);
}

/** A round of imports, as the list of files it goes through; null when there is none. */
export function findCircle(files: readonly Pick<SourceFile, 'path' | 'local'>[]): string[] | null {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const done = new Set<string>();
  const trail: string[] = [];
  const visit = (path: string): string[] | null => {
    if (done.has(path)) return null;
    const seen = trail.indexOf(path);
    if (seen >= 0) return [...trail.slice(seen), path];
    trail.push(path);
    for (const next of byPath.get(path)?.local ?? []) {
      const circle = byPath.has(next) ? visit(next) : null;
      if (circle) return circle;
    }
    trail.pop();
    done.add(path);
    return null;
  };
  for (const path of byPath.keys()) {
    const circle = visit(path);
    if (circle) return circle;
  }
  return null;
}
