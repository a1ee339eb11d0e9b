import { posix, win32 } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../../shared/json.ts';

interface DiscoveryParts {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** Rejects if the file cannot be read. */
  readonly readText: (path: string) => Promise<string>;
}

/** What OBS's own settings on this computer say of its WebSocket server. */
export type FoundObs =
  | { readonly found: 'yes'; readonly port: number; readonly password: string | null }
  | { readonly found: 'server-off' | 'no' };

const DEFAULT_PORT = 4455;

/** As OBS 30 and later write it; newer fields are ignored. */
const configSchema = z.object({
  server_enabled: z.boolean().catch(false),
  server_port: z.number().int().min(1).max(65_535).catch(DEFAULT_PORT),
  server_password: z.string().catch(''),
  auth_required: z.boolean().catch(true),
});

/**
 * Looks into the settings files of OBS on this computer, wherever its system keeps them. An OBS
 * whose server is on goes before one whose server is off. Never rejects.
 */
export async function findObs(parts: DiscoveryParts): Promise<FoundObs> {
  let best: FoundObs = { found: 'no' };
  for (const folder of obsFolders(parts)) {
    const found = await lookInto(folder, parts);
    if (found.found === 'yes') return found;
    if (found.found === 'server-off') best = found;
  }
  return best;
}

function obsFolders({ platform, env, home }: DiscoveryParts): readonly (readonly string[])[] {
  switch (platform) {
    case 'win32':
      return [[env['APPDATA'] || win32.join(home, 'AppData', 'Roaming'), 'obs-studio']];
    case 'darwin':
      return [[home, 'Library', 'Application Support', 'obs-studio']];
    default:
      return [
        [env['XDG_CONFIG_HOME'] || posix.join(home, '.config'), 'obs-studio'],
        [home, '.var', 'app', 'com.obsproject.Studio', 'config', 'obs-studio'],
        [home, 'snap', 'obs-studio', 'current', '.config', 'obs-studio'],
      ];
  }
}

async function lookInto(folder: readonly string[], parts: DiscoveryParts): Promise<FoundObs> {
  const { join } = parts.platform === 'win32' ? win32 : posix;
  const read = (...path: readonly string[]) =>
    parts.readText(join(...folder, ...path)).catch(() => null);
  const config = await read('plugin_config', 'obs-websocket', 'config.json');
  const newer = config === null ? null : fromJson(config);
  if (newer) return newer;
  const global = await read('global.ini');
  if (global !== null) return fromIni(global);
  // OBS 31 keeps the person's own half apart; its server was never switched on.
  return (await read('user.ini')) === null ? { found: 'no' } : { found: 'server-off' };
}

function fromJson(text: string): FoundObs | null {
  const config = configSchema.safeParse(parseJson(withoutMark(text)));
  if (!config.success) return null;
  const { server_enabled, server_port, server_password, auth_required } = config.data;
  if (!server_enabled) return { found: 'server-off' };
  return found(server_port, auth_required ? server_password : '');
}

/** OBS 28 and 29. A section that is missing means a server that was never switched on. */
function fromIni(text: string): FoundObs {
  const fields = iniSection(withoutMark(text), 'OBSWebSocket');
  if (fields.get('ServerEnabled') !== 'true') return { found: 'server-off' };
  const port = Number(fields.get('ServerPort') ?? DEFAULT_PORT);
  const isPort = Number.isInteger(port) && port >= 1 && port <= 65_535;
  const needsPassword = fields.get('AuthRequired') !== 'false';
  return found(
    isPort ? port : DEFAULT_PORT,
    needsPassword ? (fields.get('ServerPassword') ?? '') : '',
  );
}

function found(port: number, password: string): FoundObs {
  return { found: 'yes', port, password: password === '' ? null : password };
}

function iniSection(text: string, name: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  let isInside = false;
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('[')) isInside = line.trim() === `[${name}]`;
    const at = line.indexOf('=');
    if (isInside && at > 0) fields.set(line.slice(0, at).trim(), unescaped(line.slice(at + 1)));
  }
  return fields;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', '\\': '\\' };

/** libobs escapes line breaks and backslashes. */
function unescaped(value: string): string {
  return value.replace(/\\([nr\\])/g, (_, letter: string) => ESCAPES[letter] ?? letter);
}

/** Windows programs may begin a file with a mark of its encoding. */
function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, '');
}
