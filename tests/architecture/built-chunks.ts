import { join } from 'node:path';
import { createBuilder } from 'vite';
import { root } from './source-files.ts';

/** A file that the build would write. */
export interface Chunk {
  readonly fileName: string;
  readonly bytes: number;
  readonly code: string;
  /** Files and packages that are loaded with it, whether or not they are wanted by then. */
  readonly imports: readonly string[];
  readonly dynamicImports: readonly string[];
  /** Paths of the modules in it, below the project's folder. */
  readonly modules: readonly string[];
}

/** A build takes seconds, longer on a crowded machine. */
export const BUILD_LIMIT_MS = 60_000;

/** Builds in memory what is shipped; no file is written, so that it says what the sources say. */
export async function buildChunks(...names: readonly string[]): Promise<Chunk[]> {
  // The tests' own would have React's development build bundled.
  const before = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    return await chunksOf(names);
  } finally {
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
  }
}

async function chunksOf(names: readonly string[]): Promise<Chunk[]> {
  const builder = await createBuilder({
    configFile: join(root, 'vite.config.ts'),
    mode: 'production',
    logLevel: 'silent',
    build: { write: false },
  });
  const chunks: Chunk[] = [];
  for (const name of names) {
    const environment = builder.environments[name];
    if (!environment) throw new Error(`The build knows no ${name}`);
    const built = await builder.build(environment);
    if (!Array.isArray(built) && !('output' in built)) throw new Error('The build watches');
    for (const item of [built].flat().flatMap(({ output }) => output)) {
      if (item.type !== 'chunk') continue;
      chunks.push({
        fileName: item.fileName,
        bytes: Buffer.byteLength(item.code),
        code: item.code,
        imports: item.imports,
        dynamicImports: item.dynamicImports,
        modules: Object.keys(item.modules).map(belowRoot),
      });
    }
  }
  return chunks;
}

/** Modules that the bundler makes have a zero in front of their path. */
function belowRoot(id: string): string {
  const path = id.replaceAll('\0', '').replaceAll('\\', '/');
  const base = `${root.replaceAll('\\', '/')}/`;
  return path.startsWith(base) ? path.slice(base.length) : path;
}

/** Everything that is loaded when `entry` is, without anybody asking for more. */
export function loadedWith(chunks: readonly Chunk[], entry: string): readonly Chunk[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const found = new Set<Chunk>();
  const visit = (name: string): void => {
    const chunk = byName.get(name);
    if (!chunk || found.has(chunk)) return;
    found.add(chunk);
    for (const next of chunk.imports) visit(next);
  };
  visit(entry);
  return [...found];
}
