import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

interface DistModule {
  runsOf(
    args: readonly string[],
    on: { readonly platform: string; readonly unpacked: boolean },
  ): readonly (readonly string[])[] | null;
  joinLists(former: string, later: string): string;
  signingOptions(on: {
    readonly platform: string;
    readonly environment: Readonly<Record<string, string>>;
    readonly isKnown?: () => boolean;
  }): readonly string[];
}

const script = resolve(import.meta.dirname, '../../../scripts/lib/dist.mjs');
const { joinLists, runsOf, signingOptions }: DistModule = await import(script);

const APPIMAGE = ['--linux', 'AppImage'];
const DEB = ['--linux', 'deb'];

describe('the runs that make the packages', () => {
  it.each<[string, readonly string[], readonly (readonly string[])[]]>([
    ['nothing is named', [], [APPIMAGE, DEB]],
    ['Linux is named', ['--linux'], [APPIMAGE, DEB]],
    [
      'Linux is named in short',
      ['-l', '--x64'],
      [
        [...APPIMAGE, '--x64'],
        [...DEB, '--x64'],
      ],
    ],
    ['one package is named', ['--linux', 'deb', '--arm64'], [[...DEB, '--arm64']]],
    [
      'both are named',
      ['--x64', '--linux', 'deb', 'AppImage'],
      [
        [...DEB, '--x64'],
        [...APPIMAGE, '--x64'],
      ],
    ],
    [
      'options are given',
      ['-c.a=b'],
      [
        [...APPIMAGE, '-c.a=b'],
        [...DEB, '-c.a=b'],
      ],
    ],
    ['another system is named', ['--win', 'nsis'], [['--win', 'nsis']]],
  ])('on Linux, where %s', (_, args, runs) => {
    expect(runsOf(args, { platform: 'linux', unpacked: false })).toEqual(runs);
  });

  it.each(['win32', 'darwin'])('on %s are those of that system, in one', (platform) => {
    expect(runsOf([], { platform, unpacked: false })).toEqual([[]]);
    expect(runsOf(['--linux'], { platform, unpacked: false })).toEqual([APPIMAGE, DEB]);
  });

  it('are one for a folder that only runs', () => {
    const args = ['--linux', '--x64'];
    expect(runsOf(args, { platform: 'linux', unpacked: true })).toEqual([args]);
  });

  it('are refused for Linux and another system at once', () => {
    expect(runsOf(['--linux', '--mac'], { platform: 'darwin', unpacked: false })).toBeNull();
  });
});

const list = (version: string, files: string, path: string) =>
  `version: ${version}\nfiles:\n${files}path: ${path}\nsha512: a+/=\nreleaseDate: '2026-01-02T03:04:05.000Z'\n`;
const entry = (url: string, sha = 'a+/=') => `  - url: ${url}\n    sha512: ${sha}\n    size: 12\n`;

describe('the list of the update feed', () => {
  it('names what all runs have made', () => {
    const former = list('1.2.0', entry('S-1.2.0-x86_64.AppImage'), 'S-1.2.0-x86_64.AppImage');
    const later = list('1.2.0', entry('S-1.2.0-amd64.deb'), 'S-1.2.0-amd64.deb');
    const both = entry('S-1.2.0-amd64.deb') + entry('S-1.2.0-x86_64.AppImage');
    expect(joinLists(former, later)).toBe(list('1.2.0', both, 'S-1.2.0-amd64.deb'));
  });

  it('has a file that was made again once, as it is now', () => {
    const former = list('1.2.0', entry('a.deb', 'old') + entry('b.AppImage'), 'b.AppImage');
    const later = list('1.2.0', entry('a.deb', 'new$&'), 'a.deb');
    const both = entry('a.deb', 'new$&') + entry('b.AppImage');
    expect(joinLists(former, later)).toBe(list('1.2.0', both, 'a.deb'));
  });

  it('takes nothing over from another version', () => {
    const later = list('1.3.0', entry('a.deb'), 'a.deb');
    expect(joinLists(list('1.2.0', entry('b.AppImage'), 'b.AppImage'), later)).toBe(later);
  });
});

describe('an app for macOS', () => {
  it('is signed ad hoc, without the hardened runtime, where there is no certificate', () => {
    const options = { platform: 'darwin', environment: {}, isKnown: () => false };
    expect(signingOptions(options)).toEqual(['-c.mac.identity=-', '-c.mac.hardenedRuntime=false']);
  });

  it('is left to its certificate where there is one', () => {
    const options = { platform: 'darwin', environment: {}, isKnown: () => true };
    expect(signingOptions(options)).toEqual([]);
    const named = { platform: 'darwin', environment: { CSC_LINK: 'file:///c.p12' } };
    expect(signingOptions(named)).toEqual([]);
  });

  it.each(['linux', 'win32'])('is no matter on %s', (platform) => {
    expect(signingOptions({ platform, environment: {}, isKnown: () => false })).toEqual([]);
  });
});
