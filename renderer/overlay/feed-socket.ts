import { OVERLAY_SOCKET } from '../../shared/overlay/overlay-feed.ts';
import type { OpenFeedSocket } from './feed-client.ts';

/** The feed's address: beside the page, whatever key and port it has. */
export function feedAddress(page: string): string {
  const url = new URL(OVERLAY_SOCKET, page);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  url.hash = '';
  return url.href;
}

/** Opens browser sockets to the feed beside the page. */
export function feedSockets(page: string): OpenFeedSocket {
  const address = feedAddress(page);
  return (events) => {
    const socket = new WebSocket(address);
    socket.addEventListener('open', events.opened);
    socket.addEventListener('message', (message) => events.received(message.data));
    socket.addEventListener('close', events.closed);
    return socket;
  };
}
