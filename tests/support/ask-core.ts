import { WebSocket } from 'ws';
import { BRIDGE_SOCKET, type CommandArgs, type CommandName } from '../../shared/contract/index.ts';

interface Frame {
  readonly type: string;
  readonly ok?: boolean;
  readonly feed?: string;
  readonly value?: { readonly overlay?: { readonly connectedPages?: number } };
}

let asked = 0;

/** The core does what has one number once. */
export function nextCommandId(): number {
  asked += 1;
  return asked;
}

/** Asks the core for something, as a dashboard does; resolves when it is done. */
export async function askCore<N extends CommandName>(
  dashboardUrl: string,
  name: N,
  args: CommandArgs<N>,
): Promise<void> {
  const command = JSON.stringify({ type: 'command', id: nextCommandId(), name, args });
  const result = await heard(dashboardUrl, ({ type }) => type === 'result', command);
  if (result.ok !== true) throw new Error(`${name} failed: ${JSON.stringify(result)}`);
}

/** Waits until the core knows of so many overlay pages. */
export async function untilPages(dashboardUrl: string, count: number): Promise<void> {
  await heard(
    dashboardUrl,
    ({ feed, value }) => feed === 'status' && value?.overlay?.connectedPages === count,
  );
}

/** The first such frame; `command` is said after the greeting. */
async function heard(
  dashboardUrl: string,
  isIt: (frame: Frame) => boolean,
  command: string | null = null,
): Promise<Frame> {
  const address = new URL(BRIDGE_SOCKET, dashboardUrl);
  const { origin } = address;
  address.protocol = 'ws:';
  const socket = new WebSocket(address, { origin });
  const found = new Promise<Frame>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('message', (data) => {
      const frame = JSON.parse(String(data)) as Frame;
      if (frame.type === 'hello' && command !== null) socket.send(command);
      if (isIt(frame)) resolve(frame);
    });
  });
  return found.finally(() => socket.close());
}
