import { createHash } from 'node:crypto';

/** Badges an icon can show beside the mark, named like the tray lights. */
export const BADGES = ['live', 'waiting', 'off', 'demo'] as const;
export type Badge = (typeof BADGES)[number];
export type TrayLight = 'plain' | Badge;

/** On system bars without a background: at least 3:1 on white and on black. */
export const BAR_COLOURS: Readonly<Record<Badge | 'lamp' | 'beam', string>> = {
  lamp: '#4358e2',
  beam: '#7886ee',
  live: '#12985a',
  waiting: '#d66f0a',
  off: '#e5484d',
  demo: '#c04bd8',
};

/** Shapes on an 8 by 8 grid, distinguishable without colour. */
const SHAPES: Readonly<Record<Badge, string>> = {
  live: 'M4 .2a3.8 3.8 0 1 1 0 7.6a3.8 3.8 0 0 1 0-7.6z',
  waiting: 'M4 .3 8 7.7H0z',
  off: 'M1.6 0 4 2.4 6.4 0 8 1.6 5.6 4 8 6.4 6.4 8 4 5.6 1.6 8 0 6.4 2.4 4 0 1.6z',
  demo: 'M4-.4 8.4 4 4 8.4-.4 4z',
};

/** The mark's box in assets/icon.svg at small sizes. */
const MARK_BOX = '2 5 57 57';
/** Upper left corner of the badge on the tray icon's grid of 16 by 16. */
const BADGE_AT = 'translate(8 8)';

function contentOf(icon: string): string {
  return icon.replace(/^[\s\S]*?<svg[^>]*>/, '').replace(/<\/svg>\s*$/, '');
}

function drawing(box: string, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="100%" height="100%">${content}</svg>`;
}

/** The app's icon; `inset`: the margin of each side, as Apple's icons need. */
export function appIcon(icon: string, inset = 0): string {
  const margin = (64 * inset) / (1 - 2 * inset);
  const side = 64 + 2 * margin;
  return drawing(`${-margin} ${-margin} ${side} ${side}`, contentOf(icon));
}

/** The tray icon: the mark with a state's badge. `template`: black only, coloured by macOS. */
export function trayIcon(icon: string, light: TrayLight, template: boolean): string {
  const style = `<style>
    #tile, #truss, #bolt { display: none }
    #fixture { transform: translate(40.5px, 23px) rotate(38deg) scale(1.12) }
    #lamp { fill: ${template ? '#000' : BAR_COLOURS.lamp} }
    #beam { fill: ${template ? '#000' : BAR_COLOURS.beam}; ${template ? 'opacity: .55' : ''} }
  </style>`;
  const mark = `<svg width="16" height="16" viewBox="${MARK_BOX}">${contentOf(icon)}${style}</svg>`;
  if (light === 'plain') return drawing('0 0 16 16', mark);
  const shape = (fill: string, gap: string): string =>
    `<path transform="${BADGE_AT}" d="${SHAPES[light]}" fill="${fill}" ${gap}/>`;
  const gap = shape('#000', 'stroke="#000" stroke-width="2.4" stroke-linejoin="round"');
  const mask = `<mask id="gap" maskUnits="userSpaceOnUse" x="0" y="0" width="16" height="16"><rect width="16" height="16" fill="#fff"/>${gap}</mask>`;
  const badge = shape(template ? '#000' : BAR_COLOURS[light], '');
  return drawing('0 0 16 16', `${mask}<g mask="url(#gap)">${mark}</g>${badge}`);
}

/** A badge alone, with a rim that separates it from any icon below. */
export function badgeIcon(light: Badge): string {
  const rim = 'stroke="#fff" stroke-width="1.2" stroke-linejoin="round" paint-order="stroke"';
  return drawing('-1 -1 10 10', `<path d="${SHAPES[light]}" fill="${BAR_COLOURS[light]}" ${rim}/>`);
}

/** A hash of all drawings, independent of the picture's line endings. */
export function fingerprint(icon: string): string {
  const picture = icon.replaceAll('\r\n', '\n');
  const hash = createHash('sha256').update(appIcon(picture));
  for (const light of ['plain', ...BADGES] as const) {
    for (const template of [false, true]) hash.update(trayIcon(picture, light, template));
  }
  for (const light of BADGES) hash.update(badgeIcon(light));
  return hash.digest('hex');
}
