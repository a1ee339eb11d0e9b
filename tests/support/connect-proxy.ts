import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocketServer } from 'ws';
import { selfSigned } from './self-signed.ts';

/** Of `platform.test`, signed by itself: nobody trusts it who is not told to. */
const { key, cert } = selfSigned('platform.test');
export const CERTIFICATE = cert;

const listening = (server: Server): Promise<number> =>
  new Promise((done) => {
    server.listen(0, '127.0.0.1', () => done((server.address() as AddressInfo).port));
  });

/** A platform behind a proxy: its name means nothing on this machine, so there is no other way to it. */
export interface Behind {
  /** `http://127.0.0.1:...` */
  readonly proxy: string;
  /** What the proxy was asked for: `CONNECT platform.test:443`. */
  readonly asked: readonly string[];
  /** What the platform was called for: `POST /path`. */
  readonly calls: readonly string[];
  /** Its certificate, for `SSL_CERT_FILE`; gone after `dispose`. */
  readonly certificateFile: string;
  dispose(): Promise<void>;
}

/** Answers every call with "well", and every word on a socket with the same word. */
export async function platformBehindProxy(): Promise<Behind> {
  const calls: string[] = [];
  const secure = createSecureServer({ cert, key }, (request, answer) => {
    calls.push(`${request.method} ${request.url}`);
    answer.end('well');
  });
  const sockets = new WebSocketServer({ server: secure });
  sockets.on('connection', (socket) => socket.on('message', (word) => socket.send(String(word))));
  const port = await listening(secure);
  const asked: string[] = [];
  const proxy = createServer((request, answer) => {
    asked.push(`${request.method} ${request.url}`);
    answer.writeHead(405).end();
  });
  proxy.on('connect', (request, client) => {
    asked.push(`CONNECT ${request.url}`);
    const platform = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      client.pipe(platform).pipe(client);
    });
    for (const end of [client, platform]) end.on('error', () => undefined);
    client.on('close', () => platform.destroy());
    platform.on('close', () => client.destroy());
  });
  const folder = await mkdtemp(join(tmpdir(), 'stagelight-tls-'));
  const certificateFile = join(folder, 'certificate.pem');
  await writeFile(certificateFile, cert);
  const address = `http://127.0.0.1:${await listening(proxy)}`;
  return {
    proxy: address,
    asked,
    calls,
    certificateFile,
    async dispose() {
      await rm(folder, { recursive: true, force: true });
      for (const socket of sockets.clients) socket.terminate();
      for (const server of [secure, proxy]) {
        server.closeAllConnections();
        await new Promise((done) => server.close(done));
      }
    },
  };
}
