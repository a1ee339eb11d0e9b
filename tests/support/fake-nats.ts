import { type AddressInfo, createServer, type Socket } from 'node:net';

/** What a server says of a request that it does not follow; `nobody`: no one is there to answer it. */
export type NatsRefusal = ApiError | 'nobody';

interface ApiError {
  readonly err_code: number;
  readonly description: string;
}

type Take = (subject: string, head: string, text: string) => object | 'nobody';

interface Stored {
  readonly seq: number;
  readonly subject: string;
  readonly head: string;
  readonly id: string;
  readonly text: string;
}

interface Stream {
  readonly config: Readonly<Record<string, unknown>>;
  readonly messages: Stored[];
}

const MISSING: ApiError = { err_code: 10_059, description: 'stream not found' };

/** As much of a NATS server with JetStream as one who publishes needs, in memory. */
export class FakeNats {
  readonly streams = new Map<string, Stream>();
  /** What clients said of themselves, oldest first. */
  readonly connects: Readonly<Record<string, unknown>>[] = [];
  /** Subjects of requests, oldest first. */
  readonly asked: string[] = [];
  version = '2.10.0';
  /** Whether it lets nobody in. */
  isClosed = false;
  refuse: (subject: string, id: string) => NatsRefusal | null = () => null;
  port = 0;
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((socket) => this.#welcome(socket));

  static async open(): Promise<FakeNats> {
    const fake = new FakeNats();
    await new Promise<void>((done) => fake.#server.listen(0, '127.0.0.1', done));
    fake.port = (fake.#server.address() as AddressInfo).port;
    return fake;
  }

  get address(): string {
    return `nats://127.0.0.1:${this.port}`;
  }

  get connections(): number {
    return this.#sockets.size;
  }

  /** A stream that somebody made before. */
  make(name: string, subjects: readonly string[] | undefined, ids: readonly string[] = []): Stream {
    const stream: Stream = { config: { name, ...(subjects && { subjects }) }, messages: [] };
    this.streams.set(name, stream);
    for (const id of ids) this.#store(stream, 'stagelight.old.DONATION', id, '');
    return stream;
  }

  ids(name: string): readonly string[] {
    return (this.streams.get(name)?.messages ?? []).map(({ id }) => id);
  }

  /** Everybody is cut off. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((done) => this.#server.close(done));
  }

  #welcome(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('error', () => undefined);
    const info = { server_id: 'fake', version: this.version, headers: true, max_payload: 1e6 };
    socket.write(`INFO ${JSON.stringify({ ...info, proto: 1, jetstream: true })}\r\n`);
    const client = new Client(socket, this.#take, (connect) => {
      this.connects.push(connect);
      if (this.isClosed) socket.end("-ERR 'Authorization Violation'\r\n");
    });
    socket.on('data', (bytes) => client.read(bytes));
  }

  readonly #take: Take = (subject, head, text) => {
    this.asked.push(subject);
    const id = /^Nats-Msg-Id: (.*)\r$/m.exec(head)?.[1] ?? '';
    const refusal = this.refuse(subject, id);
    if (refusal) return refusal === 'nobody' ? refusal : { error: { code: 400, ...refusal } };
    const [, action, name = ''] = /^\$JS\.API\.STREAM\.([A-Z.]+)\.([^.]+)$/.exec(subject) ?? [];
    if (action === 'CREATE') {
      const { name: _, ...config } = JSON.parse(text);
      this.streams.set(name, { config: { name, ...config }, messages: [] });
    }
    if (action === undefined) return this.#publish(subject, head, id, text);
    const stream = this.streams.get(name);
    if (!stream) return { error: { code: 404, ...MISSING } };
    return action === 'MSG.GET' ? found(stream, JSON.parse(text)) : about(stream);
  };

  #publish(subject: string, head: string, id: string, text: string): object | 'nobody' {
    const name = /^Nats-Expected-Stream: (.*)\r$/m.exec(head)?.[1] ?? '';
    const stream = this.streams.get(name);
    if (!stream) return 'nobody';
    const known = stream.messages.find((each) => each.id === id);
    if (known) return { stream: name, seq: known.seq, duplicate: true };
    return { stream: name, seq: this.#store(stream, subject, id, text, head) };
  }

  #store({ messages }: Stream, subject: string, id: string, text: string, head?: string): number {
    const seq = (messages.at(-1)?.seq ?? 0) + 1;
    const own = head ?? `NATS/1.0\r\nNats-Msg-Id: ${id}\r\n\r\n`;
    messages.push({ seq, subject, head: own, id, text });
    return seq;
  }
}

function about({ config, messages }: Stream): object {
  const [first] = messages;
  const state = { messages: messages.length, first_seq: first?.seq ?? 0, last_seq: 0, bytes: 0 };
  return { type: 'stream_info', config, state, created: new Date(0).toISOString() };
}

function found({ messages }: Stream, wanted: { seq?: number; last_by_subj?: string }): object {
  const prefix = wanted.last_by_subj?.replace(/>$/, '') ?? '';
  const message =
    wanted.seq === undefined
      ? messages.findLast(({ subject }) => subject.startsWith(prefix))
      : messages.find(({ seq }) => seq === wanted.seq);
  if (!message) return { error: { code: 404, err_code: 10_037, description: 'no message found' } };
  const { seq, subject, head, text } = message;
  const base64 = (plain: string) => Buffer.from(plain).toString('base64');
  const time = new Date(0).toISOString();
  return { message: { seq, subject, hdrs: base64(head), data: base64(text), time } };
}

/** One connection: its lines, and where it waits for answers. */
class Client {
  readonly #socket: Socket;
  readonly #take: Take;
  readonly #onConnect: (connect: Readonly<Record<string, unknown>>) => void;
  /** Subjects by the number of their subscription. */
  readonly #inboxes = new Map<string, string>();
  #bytes = Buffer.alloc(0);

  constructor(
    socket: Socket,
    take: Take,
    onConnect: (connect: Readonly<Record<string, unknown>>) => void,
  ) {
    this.#socket = socket;
    this.#take = take;
    this.#onConnect = onConnect;
  }

  read(bytes: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
    for (let end = this.#bytes.indexOf('\r\n'); end >= 0; end = this.#bytes.indexOf('\r\n')) {
      const words = this.#bytes.subarray(0, end).toString().split(' ');
      const size = /^H?PUB$/.test(words[0] ?? '') ? Number(words.at(-1)) + 2 : 0;
      if (this.#bytes.length < end + 2 + size) return;
      const payload = this.#bytes.subarray(end + 2, end + 2 + size).subarray(0, -2);
      this.#bytes = this.#bytes.subarray(end + 2 + size);
      this.#follow(words, payload);
    }
  }

  #follow(words: readonly string[], payload: Buffer): void {
    const [verb, subject = '', second = ''] = words;
    if (verb === 'CONNECT') this.#onConnect(JSON.parse(words.slice(1).join(' ')));
    if (verb === 'PING') this.#socket.write('PONG\r\n');
    if (verb === 'SUB') this.#inboxes.set(words.at(-1) ?? '', subject.replace(/\*$/, ''));
    if (verb !== 'PUB' && verb !== 'HPUB') return;
    const headBytes = verb === 'HPUB' ? Number(words.at(-2)) : 0;
    const head = payload.subarray(0, headBytes).toString();
    const answer = this.#take(subject, head, payload.subarray(headBytes).toString());
    this.#answer(second, answer);
  }

  #answer(inbox: string, answer: object | 'nobody'): void {
    const [sid] = [...this.#inboxes].find(([, prefix]) => inbox.startsWith(prefix)) ?? [];
    if (answer === 'nobody') {
      const head = 'NATS/1.0 503\r\n\r\n';
      this.#socket.write(`HMSG ${inbox} ${sid} ${head.length} ${head.length}\r\n${head}\r\n`);
      return;
    }
    const text = JSON.stringify(answer);
    this.#socket.write(`MSG ${inbox} ${sid} ${Buffer.byteLength(text)}\r\n${text}\r\n`);
  }
}
