import type { AddressInfo } from 'node:net';
import { createServer, connect as dial, type Server, type Socket } from 'node:net';

/** A way to a server that can be cut as a network is: nothing is closed, nothing arrives any more. */
export class CutLine {
  readonly #server: Server;
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  #isCut = false;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(port: number): Promise<CutLine> {
    const server = createServer();
    const line = new CutLine(server);
    server.on('connection', (near) => line.#join(near, port));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return line;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Both ways. New connections are taken and hear nothing. */
  cut(): void {
    this.#isCut = true;
    for (const [near, far] of this.#pairs) {
      near.pause();
      far.pause();
    }
  }

  /** What waited arrives now. */
  heal(): void {
    this.#isCut = false;
    for (const [near, far] of this.#pairs) {
      near.resume();
      far.resume();
    }
  }

  async dispose(): Promise<void> {
    const closed = new Promise((done) => this.#server.close(done));
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy();
    await closed;
  }

  #join(near: Socket, port: number): void {
    const far = dial(port, '127.0.0.1');
    const pair = [near, far] as const;
    this.#pairs.add(pair);
    const end = (): void => {
      this.#pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (data) => to.write(data));
      from.on('error', end);
      from.on('close', end);
      if (this.#isCut) from.pause();
    }
  }
}
