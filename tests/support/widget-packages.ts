import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { strToU8, zipSync } from 'fflate';
import { WebSocket } from 'ws';
import {
  BRIDGE_SOCKET,
  type CommandArgs,
  type CommandName,
  type CommandResult,
} from '../../shared/contract/index.ts';
import { WIDGET_PART_BYTES } from '../../shared/contract/widgets.ts';
import { nextCommandId } from './ask-core.ts';

const FIXTURES = fileURLToPath(new URL('../fixtures/widgets/', import.meta.url));

/** The small widgets of the tests, each in one of the styles that are common. */
export const WIDGET_STYLES = [
  'jquery-chat',
  'vanilla-chat',
  'tip-goal',
  'event-list',
  'last-subscriber',
  'alert-queue',
  'store-counter',
  'animated',
  'css-only',
] as const;

/** A folder of the fixtures, or anywhere, packed. */
export function packFolder(name: string, root = FIXTURES): Uint8Array {
  const folder = join(root, name);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const prefix = basename(name);
  return zipSync(
    Object.fromEntries(
      files.map((file) => [
        `${prefix}/${file.slice(folder.length + 1).replaceAll('\\', '/')}`,
        new Uint8Array(readFileSync(file)),
      ]),
    ),
  );
}

export function packTexts(texts: Readonly<Record<string, string>>): Uint8Array {
  const files = Object.entries(texts).map(([path, text]) => [path, strToU8(text)] as const);
  return zipSync(Object.fromEntries(files));
}

/** Commands over one connection, as a dashboard sends them. */
async function connected(dashboardUrl: string) {
  const address = new URL(BRIDGE_SOCKET, dashboardUrl);
  const { origin } = address;
  address.protocol = 'ws:';
  const socket = new WebSocket(address, { origin });
  await new Promise((resolve, reject) => {
    socket.on('open', resolve);
    socket.on('error', reject);
  });
  const ask = <N extends CommandName>(name: N, args: CommandArgs<N>): Promise<CommandResult<N>> => {
    const id = nextCommandId();
    const answer = new Promise<CommandResult<N>>((resolve, reject) => {
      const onMessage = (data: unknown) => {
        const frame = JSON.parse(String(data)) as Record<string, unknown>;
        if (frame['type'] !== 'result' || frame['id'] !== id) return;
        socket.off('message', onMessage);
        if (frame['ok'] === true) resolve(frame['value'] as CommandResult<N>);
        else reject(new Error(JSON.stringify(frame['problem'])));
      };
      socket.on('message', onMessage);
    });
    socket.send(JSON.stringify({ type: 'command', id, name, args }));
    return answer;
  };
  return { ask, close: () => socket.close() };
}

/** Imports a package as the page does; `hosts`: whom the streamer lets it load from. */
export async function importWidget(
  dashboardUrl: string,
  zip: Uint8Array,
  hosts: readonly string[] = [],
) {
  const { ask, close } = await connected(dashboardUrl);
  try {
    const { upload } = await ask('widgets.begin', { name: 'widget.zip', bytes: zip.length });
    for (let index = 0; index * WIDGET_PART_BYTES < zip.length; index += 1) {
      const part = zip.slice(index * WIDGET_PART_BYTES, (index + 1) * WIDGET_PART_BYTES);
      await ask('widgets.part', { upload, index, data: Buffer.from(part).toString('base64') });
    }
    const found = await ask('widgets.finish', { upload });
    const { draft, name } = found;
    const made = await ask('widgets.install', { draft, name, hosts: [...hosts], replace: null });
    return { ...made, found };
  } finally {
    close();
  }
}
