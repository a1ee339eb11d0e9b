interface Stored {
  readonly seq: number;
  readonly subject: string;
  readonly head: string;
  readonly id: string;
  readonly text: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** What a server keeps under one name. */
export interface Stream {
  readonly config: Readonly<Record<string, unknown>>;
  /** Which of the streams that the server made it is. */
  readonly created: number;
  readonly messages: Stored[];
  /** Places of messages that nobody can read any more, not even on the disk. */
  readonly overwritten: number[];
  last: number;
}

/** What is asked of a stream. */
export interface Asked {
  readonly seq?: number;
  readonly last_by_subj?: string;
  readonly no_erase?: boolean;
  readonly filter?: string;
  readonly subjects_filter?: string;
  readonly config?: Reading;
  readonly batch?: number;
}

interface Reading {
  readonly filter_subject?: string;
  readonly filter_subjects?: readonly string[];
  readonly deliver_policy?: string;
  readonly opt_start_seq?: number;
  readonly opt_start_time?: string;
}

/** Whether a subject is one of a pattern's, as NATS compares them. */
export function fits(pattern: string, subject: string): boolean {
  const [wanted, words] = [pattern.split('.'), subject.split('.')];
  const at = wanted.indexOf('>');
  if (at < 0 ? wanted.length !== words.length : words.length <= at) return false;
  return wanted.every((word, here) => word === '>' || word === '*' || word === words[here]);
}

export function remove({ messages }: Stream, message: Stored): void {
  messages.splice(messages.indexOf(message), 1);
}

export function answerOf(stream: Stream, action: string, asked: Asked): object {
  switch (action) {
    case 'STREAM.MSG.GET':
      return found(stream, asked);
    case 'STREAM.MSG.DELETE': {
      const message = stream.messages.find(({ seq }) => seq === asked.seq);
      if (!message) return { error: { code: 400, err_code: 10_057, description: 'not there' } };
      remove(stream, message);
      if (!asked.no_erase) stream.overwritten.push(message.seq);
      return { success: true };
    }
    case 'STREAM.PURGE': {
      const { filter = '>', seq: before = Number.MAX_SAFE_INTEGER } = asked;
      const gone = stream.messages.filter(
        ({ seq, subject }) => seq < before && fits(filter, subject),
      );
      for (const message of gone) remove(stream, message);
      return { success: true, purged: gone.length };
    }
    default:
      return about(stream, asked);
  }
}

function about({ config, created, messages, last }: Stream, asked: Asked): object {
  const { subjects_filter: filter } = asked;
  const counted = Object.groupBy(messages, ({ subject }) => subject);
  const subjects = Object.keys(counted).filter((one) => filter !== undefined && fits(filter, one));
  const state = {
    messages: messages.length,
    first_seq: messages[0]?.seq ?? 0,
    last_seq: last,
    bytes: 0,
    ...(subjects.length > 0 && {
      subjects: Object.fromEntries(subjects.map((one) => [one, counted[one]?.length])),
    }),
  };
  return { type: 'stream_info', config, state, created: new Date(created).toISOString() };
}

function found({ messages }: Stream, wanted: Asked): object {
  const pattern = wanted.last_by_subj ?? '>';
  const message =
    wanted.seq === undefined
      ? messages.findLast(({ subject }) => fits(pattern, subject))
      : messages.find(({ seq }) => seq === wanted.seq);
  if (!message) return { error: { code: 404, err_code: 10_037, description: 'no message found' } };
  const { seq, subject, head, text, at } = message;
  const base64 = (plain: string) => Buffer.from(plain).toString('base64');
  const time = new Date(at).toISOString();
  return {
    message: { seq, subject, ...(head && { hdrs: base64(head) }), data: base64(text), time },
  };
}

/** What a client gets that asks for the next messages. */
export class Delivery {
  readonly messages: readonly (Stored & { readonly reply: string })[];
  /** What the server says when there are no more; '': all that were asked for have come. */
  readonly end: string;

  constructor(messages: Delivery['messages'], missing: number) {
    this.messages = messages;
    const rest = `Nats-Pending-Messages: ${missing}\r\nNats-Pending-Bytes: 0`;
    this.end = missing === 0 ? '' : `NATS/1.0 408 Request Timeout\r\n${rest}\r\n\r\n`;
  }
}

/** Reads a stream in order. Where a server would wait for more it says at once that there is none. */
export class Consumer {
  readonly #stream: Stream;
  readonly #reading: Reading;
  #after: number;
  #delivered = 0;

  constructor(stream: Stream, reading: Reading = {}) {
    this.#stream = stream;
    this.#reading = reading;
    const isFrom = reading.deliver_policy === 'by_start_sequence';
    this.#after = isFrom ? (reading.opt_start_seq ?? 1) - 1 : 0;
  }

  next(name: string, wanted: number, most: number): Delivery {
    const { filter_subject, filter_subjects, opt_start_time } = this.#reading;
    const filters = filter_subjects ?? [filter_subject ?? '>'];
    const since = opt_start_time === undefined ? 0 : Date.parse(opt_start_time);
    const coming = this.#stream.messages.filter(
      ({ seq, subject, at }) =>
        seq > this.#after && at >= since && filters.some((filter) => fits(filter, subject)),
    );
    const messages = coming.slice(0, Math.min(wanted, most)).map((message, at) => {
      this.#delivered += 1;
      const place = `${message.seq}.${this.#delivered}.${message.at * 1_000_000}`;
      const reply = `$JS.ACK.${this.#stream.config['name']}.${name}.1.${place}.${coming.length - at - 1}`;
      return { ...message, head: message.head || 'NATS/1.0\r\n\r\n', reply };
    });
    this.#after = messages.at(-1)?.seq ?? this.#after;
    return new Delivery(messages, wanted - messages.length);
  }
}
