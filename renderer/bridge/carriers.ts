import { BRIDGE_SOCKET, type Bridge } from '../../shared/contract/index.ts';
import { isJsonObject } from '../../shared/json.ts';
import { type DashboardPreload, PRELOAD_NAME } from '../../shared/preload.ts';
import { type CheckAddress, createAddressCheck } from './address-check.ts';
import { type Carrier, CoreBridge } from './core-bridge.ts';
import type { PageHost } from './page-host.ts';

/** Replaced by `npm run build` with the build's name. */
declare const __BUILD_ID__: string;

/**
 * The page's bridge: through the desktop app's preload if present, else a socket. It connects at
 * once; dispose of it when the page closes.
 */
export function pickBridge(host: PageHost, preload: DashboardPreload | null): Bridge {
  const checkAddress = createAddressCheck(host.address, (...asked) => fetch(...asked), host.clock);
  return new CoreBridge({
    carrier: preload
      ? preloadCarrier(preload)
      : socketCarrier(
          (handlers) => openSocket(socketAddress(host.address), handlers),
          checkAddress,
        ),
    clock: host.clock,
    random: host.random,
    ownBuildId: __BUILD_ID__,
    reloadFor: (buildId) => host.reloadOnce(buildId),
  });
}

/** The page's own WebSocket, reconnecting after 0.5 to 10 s. */
export function socketCarrier(open: Carrier['open'], checkAddress: CheckAddress): Carrier {
  const retry = { minMs: 500, maxMs: 10_000, firstAtOnce: false };
  return { open, checkAddress, helloLimitMs: 10_000, retry };
}

/**
 * The desktop app's preload. It reconnects at once, then after 0.25 to 5 s. The greeting has no
 * time limit, because the main process reports a closed connection. Commands bypass the connection:
 * the app answers some of them while the core is not running.
 */
export function preloadCarrier(preload: DashboardPreload): Carrier {
  return {
    open({ message, closed }) {
      const connection = preload.connect({
        heard(frames) {
          for (const frame of frames) message(frame);
        },
        closed,
      });
      // A dashboard sends only commands, and those bypass this connection.
      return { send: () => undefined, close: () => connection.close() };
    },
    command: (name, args, id) => preload.command(name, args, id),
    helloLimitMs: null,
    retry: { minMs: 250, maxMs: 5_000, firstAtOnce: true },
  };
}

/** The desktop app's preload; null if the page is in a browser. */
export function dashboardPreload(page: object): DashboardPreload | null {
  const found: unknown = Reflect.get(page, PRELOAD_NAME);
  return isJsonObject(found) && typeof found['command'] === 'function'
    ? (found as unknown as DashboardPreload)
    : null;
}

/** The socket has the page's host and key; its name is appended to the path. */
export function socketAddress(pageAddress: string): string {
  const address = new URL(BRIDGE_SOCKET, pageAddress);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  address.search = '';
  address.hash = '';
  return address.href;
}

function openSocket(address: string, { message, closed }: Parameters<Carrier['open']>[0]) {
  const socket = new WebSocket(address);
  socket.addEventListener('message', (event) => message(event.data));
  socket.addEventListener('close', () => closed());
  return socket;
}
