import { type AddressInfo, createServer, type Socket } from 'node:net';
import {
  type Asked,
  answerOf,
  Consumer,
  Delivery,
  fits,
  remove,
  type Stream,
} from './fake-streams.ts';

/** What a server says of a request that it does not follow; `nobody`: no one is there to answer it. */
export type NatsRefusal = ApiError | 'nobody';

interface ApiError {
  readonly err_code: number;
  readonly description: string;
}

const API =
  /^\$JS\.API\.((?:STREAM|CONSUMER)\.(?:MSG\.(?:GET|DELETE|NEXT)|[A-Z]+))\.([^.]+)(?:\.(.*))?$/;

type Answer = object | Delivery | 'nobody' | 'silence';
type Take = (subject: string, head: string, text: string) => Answer;

/** Of a stream where whoever makes it does not say. */
const KEPT = { max_age: 0, max_msgs_per_subject: -1 };
const MISSING: ApiError = { err_code: 10_059, description: 'stream not found' };
const WRONG_LAST: ApiError = { err_code: 10_071, description: 'wrong last sequence' };

/** As much of a NATS server with JetStream as the app needs, in memory. */
export class FakeNats {
  readonly streams = new Map<string, Stream>();
  /** Of streams that clients read. */
  readonly consumers = new Map<string, Consumer>();
  /** What clients said of themselves, oldest first. */
  readonly connects: Readonly<Record<string, unknown>>[] = [];
  /** Subjects of requests, oldest first. */
  readonly asked: string[] = [];
  version = '2.10.0';
  /** Whether it is one that keeps streams. */
  hasStreams = true;
  /** Of its cluster; none: it is a server by itself. */
  cluster: string | undefined;
  /** Of what it takes, epoch milliseconds. */
  now = 0;
  /** Whether it lets nobody in. */
  isClosed = false;
  /** How many messages it delivers at once; null: a request for some has no answer. */
  most: number | null = Number.POSITIVE_INFINITY;
  refuse: (subject: string, id: string) => NatsRefusal | null = () => null;
  port = 0;
  readonly #sockets = new Set<Socket>();
  readonly #clients = new Set<Client>();
  #made = 0;
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
    const stream = this.#make({ name, ...(subjects && { subjects }) });
    for (const id of ids) this.#store(stream, 'stagelight.old.DONATION', id, '');
    return stream;
  }

  ids(name: string): readonly string[] {
    return (this.streams.get(name)?.messages ?? []).map(({ id }) => id);
  }

  /** Resolves when nobody is connected any more. */
  async alone(): Promise<void> {
    for (const socket of this.#sockets) await new Promise((done) => socket.once('close', done));
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
    socket.setNoDelay(true);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('error', () => undefined);
    const info = { server_id: 'fake', version: this.version, headers: true, max_payload: 1e6 };
    const { cluster, hasStreams: jetstream } = this;
    socket.write(`INFO ${JSON.stringify({ ...info, cluster, proto: 1, jetstream })}\r\n`);
    const client = new Client(socket, this.#take, (connect) => {
      this.connects.push(connect);
      if (this.isClosed) socket.end("-ERR 'Authorization Violation'\r\n");
    });
    this.#clients.add(client);
    socket.on('close', () => this.#clients.delete(client));
    socket.on('data', (bytes) => client.read(bytes));
  }

  readonly #take: Take = (subject, head, text) => {
    this.asked.push(subject);
    const id = /^Nats-Msg-Id: (.*)\r$/m.exec(head)?.[1] ?? '';
    const refusal = this.refuse(subject, id);
    if (refusal) return refusal === 'nobody' ? refusal : { error: { code: 400, ...refusal } };
    if (subject === '$JS.API.INFO') return { type: 'account_info' };
    const [, action, name = '', rest = ''] = API.exec(subject) ?? [];
    if (action === undefined) return this.#publish(subject, head, id, text);
    const asked = text === '' ? {} : JSON.parse(text);
    if (action === 'STREAM.CREATE') this.#make({ name, ...KEPT, ...asked });
    const stream = this.streams.get(name);
    if (!stream) return { error: { code: 404, ...MISSING } };
    return action.startsWith('STREAM')
      ? answerOf(stream, action, asked)
      : this.#consume(stream, action, rest.split('.')[0] ?? '', asked);
  };

  #make(config: Stream['config'] & { readonly name: string }): Stream {
    this.#made += 1;
    const stream: Stream = { config, created: this.#made, messages: [], overwritten: [], last: 0 };
    this.streams.set(config.name, stream);
    return stream;
  }

  #consume(stream: Stream, action: string, name: string, asked: Asked): Answer {
    if (action === 'CONSUMER.DELETE') return { success: this.consumers.delete(name) };
    if (action === 'CONSUMER.CREATE') this.consumers.set(name, new Consumer(stream, asked.config));
    const consumer = this.consumers.get(name);
    if (!consumer) return { error: { code: 404, err_code: 10_014, description: 'no consumer' } };
    if (action === 'CONSUMER.MSG.NEXT') {
      return this.most === null ? 'silence' : consumer.next(name, asked.batch ?? 1, this.most);
    }
    return { name, stream_name: stream.config['name'], config: asked.config };
  }

  #publish(subject: string, head: string, id: string, text: string): object | 'nobody' {
    for (const client of this.#clients) client.hear(subject, text);
    const expected = /^Nats-Expected-Stream: (.*)\r$/m.exec(head)?.[1];
    const name = expected ?? this.#nameFor(subject);
    const stream = this.streams.get(name);
    if (!stream) return 'nobody';
    const known = id && stream.messages.find((each) => each.id === id);
    if (known) return { stream: name, seq: known.seq, duplicate: true };
    const last = /^Nats-Expected-Last-Subject-Sequence: (.*)\r$/m.exec(head)?.[1];
    const there = stream.messages.findLast((each) => each.subject === subject)?.seq ?? 0;
    if (last !== undefined && Number(last) !== there)
      return { error: { code: 400, ...WRONG_LAST } };
    return { stream: name, seq: this.#store(stream, subject, id, text, head) };
  }

  #nameFor(subject: string): string {
    for (const [name, { config }] of this.streams) {
      const subjects = (config['subjects'] ?? []) as readonly string[];
      if (subjects.some((pattern) => fits(pattern, subject))) return name;
    }
    return '';
  }

  #store(stream: Stream, subject: string, id: string, text: string, head?: string): number {
    const own = head ?? `NATS/1.0\r\nNats-Msg-Id: ${id}\r\n\r\n`;
    stream.last += 1;
    stream.messages.push({ seq: stream.last, subject, head: own, id, text, at: this.now });
    const most = Number(stream.config['max_msgs_per_subject'] ?? -1);
    const its = stream.messages.filter((each) => each.subject === subject);
    if (most > 0 && its[0] && its.length > most) remove(stream, its[0]);
    return stream.last;
  }
}

/** One connection: its lines, and where it waits for answers. */
class Client {
  readonly #socket: Socket;
  readonly #take: Take;
  readonly #onConnect: (connect: Readonly<Record<string, unknown>>) => void;
  /** Subjects by the number of their subscription. */
  readonly #ears = new Map<string, string>();
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
    if (verb === 'SUB') this.#ears.set(words.at(-1) ?? '', subject);
    if (verb === 'UNSUB' && words.length === 2) this.#ears.delete(subject);
    if (verb !== 'PUB' && verb !== 'HPUB') return;
    const headBytes = verb === 'HPUB' ? Number(words.at(-2)) : 0;
    const head = payload.subarray(0, headBytes).toString();
    const answer = this.#take(subject, head, payload.subarray(headBytes).toString());
    const hasReply = words.length === (verb === 'HPUB' ? 5 : 4);
    if (hasReply) this.#answer(second, answer);
  }

  /** What somebody published, for who listens. */
  hear(subject: string, text: string): void {
    for (const [sid, pattern] of this.#ears) {
      if (fits(pattern, subject)) this.#write(`MSG ${subject} ${sid}`, '', text);
    }
  }

  #answer(inbox: string, answer: Answer): void {
    const [sid] = [...this.#ears].find(([, pattern]) => fits(pattern, inbox)) ?? [];
    if (answer === 'nobody') {
      this.#write(`HMSG ${inbox} ${sid}`, 'NATS/1.0 503\r\n\r\n', '');
    } else if (answer instanceof Delivery) {
      for (const { subject, head, text, reply } of answer.messages) {
        this.#write(`HMSG ${subject} ${sid} ${reply}`, head, text);
      }
      if (answer.end !== '') this.#write(`HMSG ${inbox} ${sid}`, answer.end, '');
    } else if (answer !== 'silence') {
      this.#write(`MSG ${inbox} ${sid}`, '', JSON.stringify(answer));
    }
  }

  #write(start: string, head: string, text: string): void {
    const size = Buffer.byteLength(head + text);
    const sizes = head === '' ? size : `${Buffer.byteLength(head)} ${size}`;
    this.#socket.write(`${start} ${sizes}\r\n${head}${text}\r\n`);
  }
}
