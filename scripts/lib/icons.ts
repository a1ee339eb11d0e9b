import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { appIcon, BADGES, badgeIcon, fingerprint, trayIcon } from './icon-drawings.ts';
import { ICNS_SIZES, icnsOf, icoOf, type SizedPng } from './icon-files.ts';

/** Draws every icon of the app from assets/icon.svg, in a browser, into assets/icons. */
const ASSETS = join(import.meta.dirname, '../../assets');
const OUT = join(ASSETS, 'icons');

const PNG_SIZES = [16, 24, 32, 48, 64, 128, 256, 512, 1024];
const ICO_SIZES = [16, 20, 24, 32, 40, 48, 64, 128, 256];
/** Apple's grid: 824 of 1,024 pixels. */
const APPLE_INSET = 100 / 1024;

/** Icon height on system bars, and the scales each system asks for. */
const BARS = [
  { system: 'windows', size: 16, scales: [1, 1.25, 1.5, 2, 3] },
  { system: 'linux', size: 24, scales: [1, 2] },
  { system: 'mac', size: 16, scales: [1, 2, 3] },
] as const;

type Draw = (svg: string, size: number, scale?: number) => Promise<Buffer>;

/** `size` in CSS pixels: the picture's rules for small sizes depend on it. */
function painter(browser: Browser): Draw {
  const pages = new Map<number, Promise<Page>>();
  return async (svg, size, scale = 1) => {
    const opened = pages.get(scale) ?? browser.newPage({ deviceScaleFactor: scale });
    pages.set(scale, opened);
    const page = await opened;
    await page.setViewportSize({ width: size, height: size });
    const style = 'html,body{margin:0;background:none}svg{display:block}';
    await page.setContent(`<!doctype html><style>${style}</style>${svg}`);
    return page.screenshot({ omitBackground: true });
  };
}

async function save(name: string, content: Buffer | string): Promise<void> {
  const path = join(OUT, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

async function drawApp(icon: string, draw: Draw): Promise<void> {
  const sized = async (svg: string, sizes: readonly number[]): Promise<SizedPng[]> => {
    const pictures: SizedPng[] = [];
    for (const size of sizes) pictures.push({ size, png: await draw(svg, size) });
    return pictures;
  };
  for (const { size, png } of await sized(appIcon(icon), PNG_SIZES)) {
    await save(`png/${size}x${size}.png`, png);
  }
  await save('icon.ico', icoOf(await sized(appIcon(icon), ICO_SIZES)));
  await save('icon.icns', icnsOf(await sized(appIcon(icon, APPLE_INSET), ICNS_SIZES)));
}

async function drawBars(icon: string, draw: Draw): Promise<void> {
  for (const { system, size, scales } of BARS) {
    const isMac = system === 'mac';
    for (const light of ['plain', ...BADGES] as const) {
      for (const scale of scales) {
        const density = scale === 1 ? '' : `@${scale}x`;
        const png = await draw(trayIcon(icon, light, isMac), size, scale);
        await save(`tray/${system}-${light}${isMac ? '-Template' : ''}${density}.png`, png);
      }
    }
  }
  for (const light of BADGES) {
    await save(`badge/${light}.png`, await draw(badgeIcon(light), 16));
    await save(`badge/${light}@2x.png`, await draw(badgeIcon(light), 16, 2));
  }
}

const executablePath = process.env['CHROMIUM_PATH'];
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--force-color-profile=srgb'],
});
try {
  const icon = await readFile(join(ASSETS, 'icon.svg'), 'utf8');
  const draw = painter(browser);
  await rm(OUT, { recursive: true, force: true });
  await drawApp(icon, draw);
  await drawBars(icon, draw);
  await save('drawn-from.txt', `${fingerprint(icon)}\n`);
} finally {
  await browser.close();
}
