import { describe, expect, it } from 'vitest';
import { findObs } from '../../../electron/features/obs/obs-discovery.ts';

const LINUX = '/home/me/.config/obs-studio';
const FLATPAK = '/home/me/.var/app/com.obsproject.Studio/config/obs-studio';
const MAC = '/Users/me/Library/Application Support/obs-studio';
const WINDOWS = 'C:\\Users\\me\\AppData\\Roaming\\obs-studio';
const JSON_FILE = 'plugin_config/obs-websocket/config.json';

const SYSTEMS = {
  linux: { home: '/home/me', env: {} },
  darwin: { home: '/Users/me', env: {} },
  win32: { home: 'C:\\Users\\me', env: { APPDATA: 'C:\\Users\\me\\AppData\\Roaming' } },
} as const;

const on = JSON.stringify({
  alerts_enabled: false,
  auth_required: true,
  server_enabled: true,
  server_password: 'pass "word"',
  server_port: 4466,
});
const off = on.replace('"server_enabled":true', '"server_enabled":false');
const ini = (...lines: string[]) => ['[General]', 'ServerPort=1', '', ...lines, ''].join('\n');
const OWN = { found: 'yes', port: 4466, password: 'pass "word"' } as const;

const find = (
  files: Readonly<Record<string, string>>,
  platform: keyof typeof SYSTEMS = 'linux',
  env: Readonly<Record<string, string>> = {},
) => {
  const read: string[] = [];
  const readText = async (path: string): Promise<string> => {
    read.push(path);
    const text = files[path];
    if (text === undefined) throw new Error('ENOENT');
    return text;
  };
  const system = SYSTEMS[platform];
  return findObs({ platform, home: system.home, env: { ...system.env, ...env }, readText });
};

describe('OBS on this computer', () => {
  it.each([
    { of: 'Linux', platform: 'linux', path: `${LINUX}/${JSON_FILE}` },
    { of: 'Flatpak', platform: 'linux', path: `${FLATPAK}/${JSON_FILE}` },
    { of: 'macOS', platform: 'darwin', path: `${MAC}/${JSON_FILE}` },
    {
      of: 'Windows',
      platform: 'win32',
      path: `${WINDOWS}\\plugin_config\\obs-websocket\\config.json`,
    },
  ] as const)('is found in its settings file of $of', async ({ platform, path }) => {
    expect(await find({ [path]: on }, platform)).toEqual(OWN);
    expect(await find({ [path]: `\uFEFF${on}` }, platform)).toEqual(OWN);
  });

  it('is found where the person keeps settings elsewhere', async () => {
    const files = { [`/elsewhere/obs-studio/${JSON_FILE}`]: on };
    expect(await find(files, 'linux', { XDG_CONFIG_HOME: '/elsewhere' })).toEqual(OWN);
    const roaming = {
      [`D:\\Roaming\\obs-studio\\plugin_config\\obs-websocket\\config.json`]: on,
    };
    expect(await find(roaming, 'win32', { APPDATA: 'D:\\Roaming' })).toEqual(OWN);
  });

  it('is found in its usual place where the system names no other', async () => {
    const linux = { [`${LINUX}/${JSON_FILE}`]: on };
    expect(await find(linux, 'linux', { XDG_CONFIG_HOME: '' })).toEqual(OWN);
    const windows = { [`${WINDOWS}\\plugin_config\\obs-websocket\\config.json`]: on };
    expect(await find(windows, 'win32', { APPDATA: '' })).toEqual(OWN);
  });

  it.each([
    { says: 'no OBS at all', files: {}, found: { found: 'no' } },
    { says: 'its server is off', files: { [JSON_FILE]: off }, found: { found: 'server-off' } },
    {
      says: 'no password is asked for',
      files: { [JSON_FILE]: on.replace('"auth_required":true', '"auth_required":false') },
      found: { found: 'yes', port: 4466, password: null },
    },
    {
      says: 'only that it is on',
      files: { [JSON_FILE]: '{"server_enabled":true,"server_port":"x","new_field":[]}' },
      found: { found: 'yes', port: 4455, password: null },
    },
    {
      says: 'nothing of its server',
      files: { [JSON_FILE]: '{"server_port":4466,"server_enabled":"yes"}' },
      found: { found: 'server-off' },
    },
    {
      says: 'a password, and not whether it is asked for',
      files: { [JSON_FILE]: on.replace('"auth_required":true,', '') },
      found: OWN,
    },
    {
      says: 'a port that is none',
      files: { [JSON_FILE]: on.replace('4466', '70000') },
      found: { ...OWN, port: 4455 },
    },
    {
      says: 'nothing that is understood',
      files: { [JSON_FILE]: '{', 'global.ini': ini() },
      found: { found: 'server-off' },
    },
    {
      says: 'all of it in the file of OBS 28 and 29',
      files: {
        'global.ini': ini(
          '[OBSWebSocket]',
          'ServerEnabled=true',
          'ServerPort=4466',
          'AuthRequired=true',
          'ServerPassword=back\\\\slash=\\n한글',
          '[Other]',
          'ServerEnabled=false',
        ),
      },
      found: { found: 'yes', port: 4466, password: 'back\\slash=\n한글' },
    },
    {
      says: 'it with the line ends of Windows, and without authentication',
      files: {
        'global.ini': ini(
          '[OBSWebSocket]',
          'ServerEnabled=true',
          'AuthRequired=false',
          'ServerPassword=unused',
        ).replaceAll('\n', '\r\n'),
      },
      found: { found: 'yes', port: 4455, password: null },
    },
    {
      says: 'its server was never switched on',
      files: { 'global.ini': ini('[Basic]', 'ServerEnabled=true') },
      found: { found: 'server-off' },
    },
    {
      says: 'only what OBS 31 keeps of the person',
      files: { 'user.ini': ini() },
      found: { found: 'server-off' },
    },
    {
      says: 'one thing in the newer file and another in the older',
      files: {
        [JSON_FILE]: on,
        'global.ini': ini('[OBSWebSocket]', 'ServerEnabled=true', 'ServerPort=4477'),
      },
      found: OWN,
    },
  ])('tells when there is: $says', async ({ files, found }) => {
    const placed = Object.entries(files).map(([path, text]) => [`${LINUX}/${path}`, text]);
    expect(await find(Object.fromEntries(placed))).toEqual(found);
  });

  it.each([
    ['1', 1],
    ['65535', 65_535],
    ['0', 4455],
    ['65536', 4455],
    ['44.5', 4455],
    ['x', 4455],
  ])('of 28 and 29 is at the port that its file names, if it is one: %s', async (entered, port) => {
    const lines = ['[OBSWebSocket]', 'ServerEnabled=true', `ServerPort=${entered}`];
    const found = await find({ [`${LINUX}/global.ini`]: ini(...lines, 'AuthRequired=false') });
    expect(found).toMatchObject({ found: 'yes', port });
  });

  it('is the one whose server is on, where there are two', async () => {
    const files = { [`${LINUX}/${JSON_FILE}`]: off, [`${FLATPAK}/${JSON_FILE}`]: on };
    expect(await find(files)).toEqual(OWN);
  });
});
