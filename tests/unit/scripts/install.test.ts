import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

interface InstallModule {
  npmCall(
    args: readonly string[],
    on: { readonly platform: string; readonly npm?: string; readonly node: string },
  ): { readonly program: string; readonly args: readonly string[]; readonly shell?: boolean };
  bringPackages(with_: {
    readonly npm: (more: readonly string[]) => Promise<number>;
    readonly runs: () => boolean;
    readonly version: string;
    readonly tell: (text: string) => void;
  }): Promise<'packaged' | 'running' | null>;
}

const script = resolve(import.meta.dirname, '../../../scripts/lib/install.mjs');
const { bringPackages, npmCall }: InstallModule = await import(script);

describe('npm', () => {
  it('is a batch file on Windows, and started through a shell as Node demands', () => {
    expect(npmCall(['ci', '--no-fund'], { platform: 'win32', node: 'node.exe' })).toEqual({
      program: 'npm.cmd ci --no-fund',
      args: [],
      shell: true,
    });
  });

  it('is a program elsewhere', () => {
    const call = { program: 'npm', args: ['ci'] };
    expect(npmCall(['ci'], { platform: 'linux', node: '/bin/node' })).toEqual(call);
  });

  it.each(['win32', 'darwin'])('is the one that runs us, where it does, on %s', (platform) => {
    const on = { platform, npm: '/npm/cli.js', node: '/bin/node' };
    expect(npmCall(['ci'], on)).toEqual({ program: '/bin/node', args: ['/npm/cli.js', 'ci'] });
  });
});

/** An installation; `codes`: what npm ends with, call by call. */
async function installation(codes: readonly number[], runs: boolean, version: string) {
  const calls: (readonly string[])[] = [];
  const told: string[] = [];
  const node = await bringPackages({
    npm: async (more) => {
      calls.push(more);
      return codes[calls.length - 1] ?? 1;
    },
    runs: () => runs,
    version,
    tell: (text) => told.push(text),
  });
  return { node, calls, told };
}

describe('the Node that the commands run on', () => {
  it('is the packaged one where it was installed', async () => {
    const { node, calls, told } = await installation([0], true, '20.19.0');
    expect({ node, calls, told }).toEqual({ node: 'packaged', calls: [[]], told: [] });
  });

  it('is the running one where there is none for the system, and the rest is installed', async () => {
    const { node, calls, told } = await installation([1, 0], false, '24.3.0');
    expect({ node, calls }).toEqual({ node: 'running', calls: [[], ['--ignore-scripts']] });
    expect(told.join()).toContain('24.3.0 is used');
  });

  it('is the running one where the packaged one does not run here', async () => {
    const { node, calls } = await installation([0], false, '26.0.0');
    expect({ node, calls }).toEqual({ node: 'running', calls: [[]] });
  });

  it('is asked for in one sentence where the running one is too old', async () => {
    const { node, told } = await installation([1, 0], false, '22.11.0');
    expect(node).toBeNull();
    expect(told).toEqual([
      'There is no Node 24 to install for this system, and the Node that runs this is 22.11.0. Install Node 24 or later and start again.',
    ]);
  });

  it('is none where nothing can be installed at all', async () => {
    const { node, told } = await installation([1, 1], false, '24.3.0');
    expect(node).toBeNull();
    expect(told.join()).toContain('Is the npm registry reachable?');
  });
});
