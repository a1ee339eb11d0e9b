import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Emitter } from '../../electron/base/emitter.ts';

export interface Received {
  readonly headers: IncomingMessage['headers'];
  readonly path: string;
  readonly text: string;
  readonly seq: number;
}

export type Reply = (answer: ServerResponse, request: IncomingMessage) => void;

export const OK: Reply = (answer) => void answer.writeHead(204).end();
export const status =
  (code: number, headers: Record<string, string> = {}, body = ''): Reply =>
  (answer) =>
    void answer.writeHead(code, headers).end(body);

/** A program that gets events, and answers as a test wants. */
export class Receiver {
  /** What was answered with success. */
  readonly got: Received[] = [];
  /** All requests. */
  readonly asked: Received[] = [];
  reply: Reply = OK;
  port = 0;
  readonly #news = new Emitter<void>((failure) => {
    throw failure;
  });
  readonly #server = createServer((request, answer) => void this.#take(request, answer));

  static async open(port = 0): Promise<Receiver> {
    const receiver = new Receiver();
    await new Promise<void>((done) => receiver.#server.listen(port, '127.0.0.1', done));
    receiver.port = (receiver.#server.address() as AddressInfo).port;
    return receiver;
  }

  get address(): string {
    return `http://127.0.0.1:${this.port}/hook`;
  }

  get seqs(): number[] {
    return this.got.map(({ seq }) => seq);
  }

  /** Resolves once that many requests came. */
  async requests(count: number): Promise<void> {
    while (this.asked.length < count) await this.#next();
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }

  #next(): Promise<void> {
    return new Promise((resolve) => {
      const once = this.#news.on(() => {
        once.dispose();
        resolve();
      });
    });
  }

  async #take(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    let text = '';
    for await (const piece of request.setEncoding('utf8')) text += piece;
    const body = JSON.parse(text) as { seq?: number };
    const { headers, url: path = '' } = request;
    const received = { headers, path, text, seq: body.seq ?? -1 };
    this.asked.push(received);
    answer.on('finish', () => {
      if (answer.statusCode >= 200 && answer.statusCode < 300) this.got.push(received);
      this.#news.fire();
    });
    this.reply(answer, request);
    this.#news.fire();
  }
}
