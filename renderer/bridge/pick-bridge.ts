import { BRIDGE_SOCKET, type Bridge } from '../../shared/bridge/contract.ts';
import type { DashboardPreload } from '../../shared/bridge/preload.ts';
import { addressLook } from './address-look.ts';
import type { PageHost } from './page-host.ts';
import { PreloadBridge } from './preload-bridge.ts';
import { type BridgeSocket, SocketBridge, type SocketEars } from './socket-bridge.ts';

/** `npm run build` writes the build's name in here. */
declare const __BUILD_ID__: string;

/**
 * The page's carrier: through the desktop app's preload where there is one, else a socket. It
 * starts to connect at once; dispose of it when the page goes.
 */
export function pickBridge(host: PageHost, preload: DashboardPreload | null): Bridge {
  const common = {
    clock: host.clock,
    random: host.random,
    ownBuildId: __BUILD_ID__,
    reloadFor: (buildId: string) => host.reloadOnce(buildId),
  };
  if (preload) return new PreloadBridge({ ...common, preload });
  return new SocketBridge({
    ...common,
    open: (ears) => openSocket(socketAddress(host.address), ears),
    look: addressLook(host.address, (...asked) => fetch(...asked), host.clock),
  });
}

/** The socket stands beside the page: same host, same key, one name further down. */
export function socketAddress(pageAddress: string): string {
  const address = new URL(BRIDGE_SOCKET, pageAddress);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  address.search = '';
  address.hash = '';
  return address.href;
}

function openSocket(address: string, ears: SocketEars): BridgeSocket {
  const socket = new WebSocket(address);
  socket.addEventListener('message', (event) => ears.message(event.data));
  socket.addEventListener('close', () => ears.closed());
  return socket;
}
