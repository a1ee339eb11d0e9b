import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modulesOf, PackagedApp, runScript } from '../support/packaged-app.ts';

const root = resolve(import.meta.dirname, '../..');
const FEED = 'https://updates.example.com/stagelight/';

const FUSES = [
  ['RunAsNode', 'DISABLE'],
  ['EnableNodeOptionsEnvironmentVariable', 'DISABLE'],
  ['EnableNodeCliInspectArguments', 'DISABLE'],
  // No page of ours has a cookie, and a locked keyring would hold the start up.
  ['EnableCookieEncryption', 'DISABLE'],
  ['EnableEmbeddedAsarIntegrityValidation', 'ENABLE'],
  ['OnlyLoadAppFromAsar', 'ENABLE'],
  ['LoadBrowserProcessSpecificV8Snapshot', 'DISABLE'],
  ['GrantFileProtocolExtraPrivileges', 'DISABLE'],
  // As Electron delivers it: nothing of ours is WebAssembly.
  ['WasmTrapHandlers', 'ENABLE'],
] as const;

const temporary = mkdtempSync(join(tmpdir(), 'stagelight-packaging-'));
const stub = join(temporary, 'electron');

/** `npm run dist:dir` for Linux around a stub of Electron, whatever system this is. */
function distDir(output: string, environment: Readonly<Record<string, string>>) {
  const options = ['--linux', '--x64', `-c.directories.output=${output}`];
  return runScript('scripts/run.mjs', ['dist:dir', ...options], {
    STAGELIGHT_ELECTRON_DIST: stub,
    ...environment,
  });
}

describe('the packaged app', () => {
  let app: PackagedApp;

  beforeAll(async () => {
    const stubbed = await runScript('scripts/lib/stub-electron.mjs', [stub]);
    expect(stubbed, stubbed.said).toMatchObject({ code: 0 });
    const packaged = await distDir(join(temporary, 'out'), { STAGELIGHT_UPDATE_URL: FEED });
    expect(packaged, packaged.said).toMatchObject({ code: 0 });
    app = new PackagedApp(join(temporary, 'out/linux-unpacked'));
  });

  afterAll(() => {
    rmSync(temporary, { recursive: true, force: true });
  });

  it.each([
    'package.json',
    'LICENSE',
    'dist/main/main.js',
    'dist/main/worker.js',
    'dist/preload/dashboard.cjs',
    'dist/preload/overlay.cjs',
    'dist/dashboard/dashboard.html',
    'dist/overlay/overlay.html',
    'dist/dashboard/pretendard-license.txt',
    'dist/overlay/pretendard-license.txt',
    'dist/dashboard/do-hyeon-license.txt',
    'dist/overlay/do-hyeon-license.txt',
  ])('holds %s', (path) => {
    expect(app.files).toContain(path);
  });

  it.each(['dashboard', 'overlay'])("holds the %s page's script, styles and typeface", (page) => {
    for (const ending of ['.js', '.css', '.woff2']) {
      expect(app.below(`dist/${page}/assets`, ending), ending).not.toEqual([]);
    }
  });

  it('holds everything that its pages ask for', () => {
    for (const page of ['dashboard', 'overlay']) {
      const html = app.text(`dist/${page}/${page}.html`);
      const asked = [...html.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, path]) => path);
      expect(asked.length).toBeGreaterThan(1);
      for (const path of asked) expect(app.files).toContain(`dist/${page}/${path}`);
    }
  });

  it('holds every picture for tray, badge and windows, and nothing that only installers need', () => {
    const icons = readdirSync(join(root, 'assets/icons'), { recursive: true, encoding: 'utf8' })
      .map((path) => `assets/icons/${path.replaceAll('\\', '/')}`)
      .filter((path) => path.endsWith('.png'));
    expect(icons.length).toBeGreaterThan(0);
    expect(app.below('assets').sort()).toEqual(icons.sort());
  });

  it('starts at the built main process and says its name, version and licence', () => {
    const ours = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(JSON.parse(app.text('package.json'))).toMatchObject({
      name: 'stagelight',
      productName: 'Stagelight',
      version: ours.version,
      license: 'MIT',
      type: 'module',
      main: 'dist/main/main.js',
    });
  });

  it('has one name for Windows in the app and in the shortcuts that its installer makes', () => {
    const [, id] =
      /^appId: (\S+)$/m.exec(readFileSync(join(root, 'electron-builder.yml'), 'utf8')) ?? [];
    expect(id).toBeDefined();
    expect(app.text('dist/main/main.js')).toMatch(
      new RegExp(`setAppUserModelId\\(["']${id?.replaceAll('.', '\\.')}["']\\)`),
    );
  });

  it('has a name that desktops on Linux take for an application, for its hotkeys', () => {
    const { desktopName } = JSON.parse(app.text('package.json'));
    // As g_application_id_is_valid() has it: GNOME's portal refuses hotkeys of any other.
    expect(desktopName).toMatch(/^[A-Za-z_-][\w-]*(\.[A-Za-z_-][\w-]*)+\.desktop$/);
    const config = readFileSync(join(root, 'electron-builder.yml'), 'utf8');
    expect(config).toMatch(/^ {2}syncDesktopName: true$/m);
    expect(desktopName).toBe(`${/^appId: (\S+)$/m.exec(config)?.[1]}.desktop`);
  });

  it('makes AppImages that need no libfuse2, and packages that come up through X11', () => {
    const config = readFileSync(join(root, 'electron-builder.yml'), 'utf8');
    expect(config).toMatch(/^toolsets:\n {2}appimage: 1\.0\.\d+$/m);
    expect(config).toMatch(/^ {2}executableArgs: \[--ozone-platform=x11\]$/m);
  });

  it('carries no scripts and no development dependencies in its package.json', () => {
    const { scripts, devDependencies } = JSON.parse(app.text('package.json'));
    expect({ scripts, devDependencies }).toEqual({});
  });

  it('finds every module that its main process and preloads load', () => {
    const bundles = [...app.below('dist/main', '.js'), ...app.below('dist/preload', '.cjs')];
    const missing = bundles.flatMap((path) =>
      app.unresolved(path).map((name) => `${path}: ${name}`),
    );
    expect(bundles.length).toBeGreaterThan(2);
    expect(missing).toEqual([]);
  });

  it('lets its preloads load nothing but electron, as the sandbox demands', () => {
    for (const path of app.below('dist/preload', '.cjs')) {
      expect(modulesOf(path, app.text(path)), path).toEqual(['electron']);
    }
  });

  it.each([
    ['sources', /\.tsx?$|^(electron|renderer|shared|scripts)\//],
    ['maps', /\.map$/],
    ['tests', /(^|\/)tests?\/|\.(test|spec)\./],
    ['documents', /\.md$|^docs\//],
    ['packages, because all of them are in the bundles', /(^|\/)node_modules\//],
    ['the headless host and the installers', /^dist\/(node|installers)\//],
    ['configuration', /(vite|vitest|playwright|biome|tsconfig|electron-builder)[^/]*$/],
    ['hidden files', /(^|\/)\./],
  ])('holds no %s', (_, pattern) => {
    expect(app.files.filter((path) => pattern.test(path))).toEqual([]);
  });

  it('points to no source map', () => {
    const scripts = app.files.filter((path) => /\.(c?js|css)$/.test(path));
    const pointing = scripts.filter((path) => app.text(path).includes('sourceMappingURL=data:'));
    expect(pointing).toEqual([]);
  });

  it('takes less than 25 MB besides Electron', () => {
    expect(app.ownBytes()).toBeGreaterThan(1_000_000);
    expect(app.ownBytes()).toBeLessThan(25_000_000);
  });

  it.each(FUSES)('has the fuse %s at %s', async (fuse, state) => {
    const wire = await getCurrentFuseWire(join(app.folder, 'stagelight'));
    expect(wire[FuseV1Options[fuse]]).toBe(FuseState[state]);
  });

  it('leaves no fuse undecided', () => {
    const names = Object.keys(FuseV1Options).filter((name) => Number.isNaN(Number(name)));
    expect(FUSES.map(([name]) => name).sort()).toEqual(names.sort());
  });

  it('keeps the licences of Electron, Chromium and every library in it', () => {
    expect(existsSync(join(app.folder, 'LICENSE.electron.txt'))).toBe(true);
    expect(existsSync(join(app.folder, 'LICENSES.chromium.html'))).toBe(true);
    const licenses = readFileSync(join(app.folder, 'resources/licenses.txt'), 'utf8');
    const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    for (const [name, version] of Object.entries(dependencies)) {
      expect(licenses).toContain(`${name} ${version} (`);
    }
  });

  it('brings the words of Chromium in the two languages it speaks', () => {
    expect(readdirSync(join(app.folder, 'locales')).sort()).toEqual(['en-US.pak', 'ko.pak']);
  });

  it('knows the update feed that it was packaged with', () => {
    const feed = readFileSync(join(app.folder, 'resources/app-update.yml'), 'utf8');
    expect(feed).toContain('provider: generic');
    expect(feed).toContain(`url: ${FEED}`);
  });

  it('knows no update feed where none was named', async () => {
    const output = join(temporary, 'without-feed');
    const packaged = await distDir(output, {});
    expect(packaged, packaged.said).toMatchObject({ code: 0 });
    const resources = readdirSync(join(output, 'linux-unpacked/resources'));
    expect(resources.sort()).toEqual(['app.asar', 'licenses.txt']);
  });

  it.each([
    'http://updates.example.com/',
    'https://me@updates.example.com/',
    'updates',
    'file:///a',
  ])('is not packaged with %s as its update feed', async (address) => {
    const output = join(temporary, 'refused');
    const refused = await distDir(output, { STAGELIGHT_UPDATE_URL: address });
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.said).toContain('STAGELIGHT_UPDATE_URL must be an https address');
    expect(existsSync(output)).toBe(false);
  });
});

describe('the look for modules', () => {
  it.each([
    ["import a from 'a';", ['a']],
    ["import 'b';", ['b']],
    ["export { c } from 'c';", ['c']],
    ["export * from 'd';", ['d']],
    ["await import('e');", ['e']],
    ["const f = __require('f');", ['f']],
    ["const g = require('g');", ['g']],
    ["// import h from 'h'\nconst i = \"require('i')\";", []],
  ])('sees %j load %j', (source, modules) => {
    expect(modulesOf('a.js', source)).toEqual(modules);
  });
});
