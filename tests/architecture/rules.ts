import type { SourceFile } from './source-files.ts';

/** A rule about which file may import what. `allows` answers whether one import is fine. */
export interface ImportRule {
  readonly name: string;
  readonly appliesTo: (path: string) => boolean;
  /** `target`: a path below the project's folder for relative imports, else the package's name. */
  readonly allows: (target: string, from: string) => boolean;
}

const below =
  (...folders: readonly string[]) =>
  (path: string): boolean =>
    folders.some((folder) => path.startsWith(`${folder}/`));

/** What runs in a page's sandbox before the page does. */
const PRELOAD_PARTS: readonly string[] = [
  'electron/preload.ts',
  'electron/overlay-preload.ts',
  'electron/desktop/ipc/page-end.ts',
  'shared/preload.ts',
];

const isOurs = below('electron', 'renderer', 'shared', 'tests', 'scripts', 'integrations');
const inShared = below('shared');
const inElectron = below('electron');
const inRenderer = below('renderer');
const mayUseElectron = (path: string): boolean =>
  below('electron/desktop')(path) ||
  ['electron/main.ts', 'electron/preload.ts', 'electron/overlay-preload.ts'].includes(path);

/** Rooms of the core in the order of an event's way: a room may use its own and these. */
const ROOM_USES: Readonly<Record<string, readonly string[]>> = {
  base: [],
  platform: ['base'],
  settings: ['base'],
  storage: ['base'],
  auth: ['base', 'platform'],
  session: ['base', 'platform', 'settings', 'storage', 'auth', 'events', 'host'],
  events: ['base', 'platform', 'settings', 'storage', 'host'],
  host: ['base', 'settings', 'auth', 'session', 'server', 'simulator'],
  server: ['base', 'auth'],
  features: [
    ...['base', 'platform', 'settings', 'storage', 'auth', 'session', 'events', 'host', 'server'],
  ],
  fleet: [
    ...['base', 'platform', 'storage', 'auth', 'session', 'events', 'server', 'features'],
    'electron/core.ts',
  ],
  headless: ['base', 'auth', 'host', 'settings', 'fleet', 'electron/core.ts'],
  simulator: ['base'],
};

const inDesktop = (path: string): boolean =>
  below('electron/desktop')(path) || path === 'electron/main.ts';
const inHeadless = (path: string): boolean =>
  below('electron/headless')(path) || path === 'electron/headless.ts';
const inCore = (path: string): boolean =>
  inElectron(path) &&
  !inDesktop(path) &&
  !inHeadless(path) &&
  !below('electron/fleet', 'electron/host', 'electron/simulator')(path) &&
  !PRELOAD_PARTS.includes(path);
/** What only the core starts. */
const inEventsWay = below('electron/session', 'electron/events', 'electron/storage');

/** `electron/features/drops/…` → `drops`; null: no feature's file. */
export function featureOf(path: string): string | null {
  const [top, room, feature, rest] = path.split('/');
  return top === 'electron' && room === 'features' && rest !== undefined ? (feature ?? null) : null;
}

/**
 * What sees inside features: threads, which do a part of their work, and the ledger, which holds the
 * repositories of all of them in one file.
 */
const INSIDERS: readonly string[] = [
  'electron/worker.ts',
  'electron/features/heavy-jobs.ts',
  'electron/storage/ledger.ts',
  'electron/storage/adopt/adopt-ledger.ts',
];

export function roomOf(path: string): string | null {
  const [top, room, rest] = path.split('/');
  return top === 'electron' && room !== undefined && rest !== undefined ? room : null;
}

export const IMPORT_RULES: readonly ImportRule[] = [
  {
    name: 'shared imports neither side, neither Node nor a browser framework',
    appliesTo: inShared,
    allows: (target) =>
      inShared(target) || ['zod', 'i18next', '@csstools/css-tokenizer'].includes(target),
  },
  {
    name: 'renderer imports only shared of ours',
    appliesTo: inRenderer,
    allows: (target) => !isOurs(target) || inRenderer(target) || inShared(target),
  },
  {
    name: 'renderer imports nothing of Node',
    appliesTo: inRenderer,
    allows: (target) => !target.startsWith('node:') && target !== 'electron' && target !== 'ws',
  },
  {
    name: 'electron never imports renderer or tests',
    appliesTo: inElectron,
    allows: (target) => !isOurs(target) || inElectron(target) || inShared(target),
  },
  {
    name: "only desktop/, main.ts and the preloads import 'electron'",
    appliesTo: (path) => isOurs(path) && !mayUseElectron(path),
    allows: (target) => target !== 'electron' && !target.startsWith('electron/main'),
  },
  {
    name: 'a preload carries nothing but the contract and its end of the line',
    appliesTo: (path) => PRELOAD_PARTS.includes(path) && inElectron(path),
    allows: (target) => target === 'electron' || PRELOAD_PARTS.includes(target),
  },
  {
    name: 'a room uses only the rooms it may know',
    appliesTo: (path) => Object.hasOwn(ROOM_USES, roomOf(path) ?? '') && !INSIDERS.includes(path),
    allows: (target, from) => {
      const room = roomOf(target);
      const own = roomOf(from) ?? '';
      const uses = ROOM_USES[own] ?? [];
      if (room === null) return !inElectron(target) || uses.includes(target);
      return room === own || uses.includes(room);
    },
  },
  {
    name: 'a feature is known to others by its index.ts only',
    appliesTo: (path) => inElectron(path) && !INSIDERS.includes(path),
    allows: (target, from) => {
      const feature = featureOf(target);
      if (feature === null || feature === featureOf(from)) return true;
      return target === `electron/features/${feature}/index.ts`;
    },
  },
  {
    name: 'desktop and headless do not import each other',
    appliesTo: (path) => inDesktop(path) || inHeadless(path),
    allows: (target, from) => !(inDesktop(from) ? inHeadless(target) : inDesktop(target)),
  },
  {
    name: 'a host reaches sessions, events and books through core.ts only',
    appliesTo: (path) => inDesktop(path) || inHeadless(path),
    allows: (target) => !inEventsWay(target),
  },
  {
    name: 'what both hosts share knows of the way of an event no more than how a socket is opened and who else makes sessions',
    appliesTo: below('electron/host'),
    allows: (target) =>
      !inEventsWay(target) ||
      ['electron/session/socket.ts', 'electron/session/shared-slots.ts'].includes(target),
  },
  {
    name: 'the core knows no host and no simulator',
    appliesTo: inCore,
    allows: (target) =>
      !inDesktop(target) && !inHeadless(target) && !below('electron/simulator')(target),
  },
  {
    name: "the API's client in one file imports nothing",
    appliesTo: below('integrations/client'),
    allows: () => false,
  },
  {
    name: 'integrations import only shared of ours, and each other',
    appliesTo: below('integrations'),
    allows: (target) => !isOurs(target) || inShared(target) || below('integrations')(target),
  },
  {
    name: 'the overlay bundle carries no schema library',
    appliesTo: below('renderer/overlay', 'renderer/widgets'),
    allows: (target) => target !== 'zod' && !target.startsWith('shared/contract/'),
  },
];

export interface Violation {
  readonly rule: string;
  readonly file: string;
  readonly target: string;
}

export function violationsOf(rule: ImportRule, files: readonly SourceFile[]): Violation[] {
  return files
    .filter((file) => rule.appliesTo(file.path))
    .flatMap((file) => {
      const packages = file.imports.filter((name) => !name.startsWith('.'));
      return [...packages, ...file.local]
        .filter((target) => !rule.allows(target, file.path))
        .map((target) => ({ rule: rule.name, file: file.path, target }));
    });
}

/** What only base/clock may do, in the core and what it shares. */
export const TIME =
  /\bDate\.now\(|\bnew Date\(\s*\)|\bperformance\.now\(|\bset(?:Timeout|Interval)\(/;

/** Lines that read or wait for time. A clock's own method (`clock.setTimeout`) is fine. */
export function timeUses(file: SourceFile): string[] {
  return file.text
    .split('\n')
    .filter((line) => !/^\s*(\*|\/\/|\/\*)/.test(line))
    .filter((line) =>
      TIME.test(line.replace(/[\w)#]\??\.setTimeout\(/g, '').replace(/^\s*setTimeout\(run/, '')),
    );
}
