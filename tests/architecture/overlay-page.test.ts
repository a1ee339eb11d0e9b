import { dirname, join } from 'node:path/posix';
import { describe, expect, it } from 'vitest';
import { type SourceFile, sourceFiles } from './source-files.ts';

/** Where the page that viewers see begins. */
const ENTRY = 'renderer/overlay/main.tsx';

/** An import that is still there when the types are gone: `import { type A }` is one, too. */
const VALUE_IMPORT =
  /(?:^|\n)\s*(?:import|export)\s+(?!type\b)(?:[\w*\s{},$]+?\s+from\s+)?['"]([^'"\n]+)['"]|\bimport\(\s*['"]([^'"\n]+)['"]\s*\)/g;

function valueImportsOf({ path, text }: Pick<SourceFile, 'path' | 'text'>): readonly string[] {
  return [...text.matchAll(VALUE_IMPORT)]
    .map((match) => match[1] ?? match[2] ?? '')
    .map((name) => (name.startsWith('.') ? join(dirname(path), name) : name));
}

/** The way by which `from` comes to load `target`; null: it does not. */
function wayTo(
  target: string,
  from: string,
  files: readonly Pick<SourceFile, 'path' | 'text'>[],
): readonly string[] | null {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const seen = new Set<string>();
  const visit = (path: string): readonly string[] | null => {
    if (path === target) return [path];
    const file = byPath.get(path);
    if (!file || seen.has(path)) return null;
    seen.add(path);
    for (const next of valueImportsOf(file)) {
      const way = visit(next);
      if (way) return [path, ...way];
    }
    return null;
  };
  return visit(from);
}

describe('the page that viewers see', () => {
  const files = sourceFiles(['renderer', 'shared']);

  it('loads no schema library, by whatever way', () => {
    expect(wayTo('zod', ENTRY, files)).toBeNull();
  });

  it('is followed through all it loads', () => {
    expect(wayTo('shared/overlay/names.ts', ENTRY, files)).not.toBeNull();
    expect(wayTo('zustand/vanilla', ENTRY, files)).not.toBeNull();
  });
});

describe('the check itself', () => {
  const deep = [
    { path: 'a/one.ts', text: "import { x } from '../b/two.ts';" },
    { path: 'b/two.ts', text: "import type { y } from './three.ts';\nexport * from './four.ts';" },
    { path: 'b/three.ts', text: "import { z } from 'zod';" },
    { path: 'b/four.ts', text: "import { type z } from './three.ts';" },
  ];

  it('finds a way over files and tells it', () => {
    expect(wayTo('zod', 'a/one.ts', deep)).toEqual([
      'a/one.ts',
      'b/two.ts',
      'b/four.ts',
      'b/three.ts',
      'zod',
    ]);
  });

  it('passes over imports of types', () => {
    expect(wayTo('zod', 'a/one.ts', deep.slice(0, 3))).toBeNull();
  });

  it('ends where imports go round', () => {
    const round = [
      { path: 'a.ts', text: "import './b.ts';" },
      { path: 'b.ts', text: "import './a.ts';" },
    ];
    expect(wayTo('zod', 'a.ts', round)).toBeNull();
  });
});
