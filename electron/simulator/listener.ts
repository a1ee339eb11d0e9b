import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Platform } from './platform.ts';
import { PortProblem } from './port-problem.ts';

/** Key and certificate in PEM. */
export interface TlsFiles {
  readonly key: string;
  readonly cert: string;
}

export interface Listener {
  /** Answers the port. @throws PortProblem when the port cannot be had. */
  listen(port: number): Promise<number>;
  /** Ends every connection at once, WebSockets and half-open ones included. */
  close(): Promise<void>;
}

/** The HTTP server of the simulator, on 127.0.0.1 only; `tls` null: without encryption. */
export function createListener(routes: Hono, platform: Platform, tls: TlsFiles | null): Listener {
  const answer = getRequestListener(routes.fetch, { overrideGlobalObjects: false });
  const server: Server = tls ? createTlsServer(tls, answer) : createServer(answer);
  server.on('upgrade', (request, socket, head) => {
    platform.sockets.handleUpgrade(request, socket, head);
  });
  // WebSockets are none of the HTTP server's own any more: their lines are kept here.
  const lines = new Set<Socket>();
  server.on('connection', (line) => {
    lines.add(line);
    line.on('close', () => lines.delete(line));
  });
  return {
    listen: (port) =>
      new Promise((resolve, reject) => {
        server.once('error', (cause) => reject(new PortProblem(port, cause)));
        server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const line of lines) line.destroy();
      }),
  };
}
