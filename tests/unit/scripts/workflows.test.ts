import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runScript } from '../../support/packaged-app.ts';

interface WorkflowsModule {
  workflowFaults(name: string, text: string): Promise<readonly string[]>;
}

const root = resolve(import.meta.dirname, '../../..');
const { workflowFaults }: WorkflowsModule = await import(
  resolve(root, 'scripts/lib/workflows.mjs')
);
const folder = join(root, '.github/workflows');
const textOf = (name: string) => readFileSync(join(folder, name), 'utf8');

describe('the workflows of the project', () => {
  it.each(readdirSync(folder))('%s has no fault', async (name) => {
    expect(await workflowFaults(name, textOf(name))).toEqual([]);
  });

  it('run `npm test` on three systems, with Electron fetched before', () => {
    const text = textOf('test.yml');
    expect(text).toMatch(/os: \[ubuntu-[\d.]+, windows-\d+, macos-\d+\]/);
    const steps = ['run: npm run build', 'install-electron', 'run: npm test'];
    const places = steps.map((step) => text.indexOf(step));
    expect(places[0]).toBeGreaterThan(0);
    expect(places).toEqual([...places].sort((one, other) => one - other));
    // The commands would install again, and Electron would be gone.
    expect(text).not.toContain('run: npm ci');
  });

  it('let no job that runs code of the project write to the repository', () => {
    const [packaging, publishing] = textOf('release.yml').split(/^ {2}publish:$/m);
    expect(packaging).toContain('npm run build');
    expect(packaging).not.toMatch(/: write\b/);
    expect(publishing).toMatch(/contents: write\n {6}id-token: write\n {6}attestations: write\n/);
    expect(publishing).not.toMatch(/npm|node|checkout/);
  });

  it('give certificates to the steps that sign, and to no installation', () => {
    const steps = textOf('release.yml').split(/^ {6}- /m);
    const trusted = steps.filter((step) => step.includes('secrets.'));
    expect(trusted.map((step) => step.split('\n', 1)[0])).toEqual([
      'name: Package for Windows',
      'name: Package for macOS',
    ]);
  });

  it('print no secret and put none into a command', () => {
    for (const name of readdirSync(folder)) {
      const uses = textOf(name)
        .split('\n')
        .filter((line) => line.includes('secrets.'));
      // A variable of one step, nothing else: GitHub hides its value in the log.
      for (const line of uses) expect(line).toMatch(/^ {10}[A-Z_]+: \$\{\{ secrets\.[A-Z_]+ \}\}$/);
    }
  });
});

describe('a workflow with a fault', () => {
  const good = textOf('test.yml');

  it.each([
    ['an event that does not exist', 'pull_request:', 'pull_requests:', "'pull_requests'"],
    ['a permission that does not exist', 'contents: read', 'content: read', "'content'"],
    ['a key of a step that does not exist', 'run: npm run build', 'runs: npm run build', "'runs'"],
    ['a job that needs one that is missing', 'strategy:', 'needs: build\n    strategy:', 'build'],
    ['a context that does not exist', 'github.ref', 'gitub.ref', 'gitub'],
    ['a value of the matrix that is missing', 'matrix.os', 'matrix.system', 'system'],
    ['YAML that is none', 'steps:', 'steps: [', ''],
    ['an action by its tag', /actions\/checkout@\w+ # v[\d.]+/, 'actions/checkout@v6', 'pin this'],
    ['an action by a short commit', /checkout@\w+/, 'checkout@de0fac2', 'pin this'],
  ])('is found: %s', async (_, part, fault, said) => {
    const bad = good.replace(part, () => fault);
    expect(bad).not.toBe(good);
    const faults = await workflowFaults('test.yml', bad);
    expect(faults).not.toEqual([]);
    expect(faults.join('\n')).toContain(said);
  });

  describe('in the folder', () => {
    let broken: string;
    beforeAll(() => {
      broken = mkdtempSync(join(tmpdir(), 'stagelight-workflows-'));
    });
    afterAll(() => rmSync(broken, { recursive: true, force: true }));

    it('makes the check fail, with file and line', async () => {
      writeFileSync(
        join(broken, 'test.yml'),
        good.replace('npm run build', 'npm run build\n        runs: x'),
      );
      const { code, said } = await runScript('scripts/lib/workflows.mjs', [broken]);
      expect(code).toBe(1);
      expect(said).toMatch(/^test\.yml:\d+: Unexpected value 'runs'$/m);
    });

    it('makes the check fail also when it is empty: a check of nothing proves nothing', async () => {
      rmSync(join(broken, 'test.yml'), { force: true });
      expect(await runScript('scripts/lib/workflows.mjs', [broken])).toMatchObject({ code: 1 });
    });
  });
});
