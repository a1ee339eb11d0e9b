import { type Socket, type SocketEnd, socketOpener } from '../../../../electron/session/socket.ts';
import { VirtualClock } from '../../../support/virtual-clock.ts';

const PONG = '{"action":"PONG"}';

/** The app's own WebSocket, with everything it heard. */
export class Line {
  /** Texts in order of arrival, answers to PING left out. */
  readonly heard: string[] = [];
  readonly ended: Promise<SocketEnd>;
  readonly opened: Promise<void>;
  pongs = 0;
  readonly #socket: Socket;
  readonly #waiting = new Set<() => void>();

  constructor(url: string) {
    const opened = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<SocketEnd>();
    this.opened = opened.promise;
    this.ended = ended.promise;
    this.#socket = socketOpener(new VirtualClock())(url, {
      onOpen: () => opened.resolve(),
      onText: (text) => {
        if (text === PONG) this.pongs += 1;
        else this.heard.push(text);
        for (const wake of [...this.#waiting]) wake();
        this.#waiting.clear();
      },
      onEnd: (end) => ended.resolve(end),
    });
  }

  /** Opens a line and waits until the platform has taken it. */
  static async open(url: string): Promise<Line> {
    const line = new Line(url);
    const end = await Promise.race([line.opened, line.ended]);
    if (end) throw new Error(`the line did not open: ${JSON.stringify(end)}`);
    return line;
  }

  /** Sends a PING and waits for the answer: whatever was sent before it has then arrived. */
  async ping(): Promise<void> {
    const before = this.pongs;
    this.#socket.send('{"type":"PING"}');
    while (this.pongs === before) {
      await new Promise<void>((wake) => this.#waiting.add(wake));
    }
  }

  close(): void {
    this.#socket.dispose();
  }
}
