import type { ClientOptions, Topic, Welcome } from '../client/stagelight.ts';
import { StagelightClient, StagelightProblem } from '../client/stagelight.ts';
import type { DeckRow, DeckState, Deed, Face, Seen } from './deck-row.ts';
import type { Say } from './deck-words.ts';

/** The connection of a deck to Stagelight: what it knows of it, and what its keys have done. */

const TOPICS: Topic[] = ['connection', 'stream', 'alerts', 'overlay', 'obs', 'activities'];
const PATH = '/api/v1';
const HERE: readonly string[] = ['127.0.0.1', 'localhost', '[::1]'];

/** `blind`: the key may not read events, so that no key could show anything. */
export type LinkState =
  | { readonly kind: 'unset' | 'bad-address' | 'connecting' | 'live' | 'lost' | 'blind' }
  /** In the app's words. */
  | { readonly kind: 'refused'; readonly what: string };

export interface LinkSettings {
  readonly address: string;
  readonly key: string;
}

/** What there is of both, whatever a program kept. */
export function linkSettingsOf(kept: unknown): LinkSettings {
  const settings = typeof kept === 'object' && kept !== null ? kept : {};
  const text = (name: string): string => {
    const value: unknown = Object.entries(settings).find(([key]) => key === name)?.[1];
    return typeof value === 'string' ? value.trim() : '';
  };
  return { address: text('address'), key: text('key') };
}

/**
 * The address of the API; null: it is none of this computer. The key would travel to any other one
 * without encryption.
 */
export function apiAddressOf(entered: string): string | null {
  const text = /^[a-z]+:\/\//i.test(entered) ? entered : `http://${entered}`;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== 'http:' || !HERE.includes(url.hostname)) return null;
  return url.username || url.password ? null : `http://${url.host}${PATH}`;
}

interface LinkParts {
  /** The state of the link, or what the app told, has changed. */
  readonly onChange: () => void;
  readonly after?: NonNullable<ClientOptions['after']>;
}

export class DeckLink {
  readonly #parts: LinkParts;
  #settings: LinkSettings | null = null;
  #client: StagelightClient | null = null;
  #link: LinkState = { kind: 'unset' };
  #state: DeckState = {};

  constructor(parts: LinkParts) {
    this.#parts = parts;
  }

  get link(): LinkState {
    return this.#link;
  }

  /** Empty while the link is not live: what was true then need not be now. */
  get state(): DeckState {
    return this.#state;
  }

  /** Connects with these; the same ones again change nothing, unless `again`. */
  use(settings: LinkSettings, again = false): void {
    const before = this.#settings;
    const isSame = before?.address === settings.address && before.key === settings.key;
    if (isSame && !again) return;
    this.#settings = settings;
    this.close();
    const { address, key } = settings;
    const api = apiAddressOf(address);
    if (address === '' || key === '') this.#become({ kind: 'unset' });
    else if (api === null) this.#become({ kind: 'bad-address' });
    else this.#connect(api, key);
  }

  /** Tries again now instead of later. */
  retry(): void {
    if (this.#settings && this.#link.kind !== 'live') this.use(this.#settings, true);
  }

  /**
   * Has something done. Only while the link is live: nobody wants what was pressed minutes ago.
   * Resolves to what went wrong, in a sentence; null: it is done.
   */
  async run({ command, args }: Deed, say: Say): Promise<string | null> {
    if (this.#link.kind !== 'live' || !this.#client) return linkText(this.#link, 'link', say);
    try {
      await this.#client.request(command, args);
      return null;
    } catch (failure) {
      return failure instanceof StagelightProblem ? failure.message : say('decks.say.failed');
    }
  }

  close(): void {
    this.#client?.close();
    this.#client = null;
  }

  #connect(address: string, key: string): void {
    this.#become({ kind: 'connecting' });
    const { after } = this.#parts;
    const client: StagelightClient = new StagelightClient({
      address,
      key,
      topics: TOPICS,
      onState: (topic, value) => {
        if (this.#client === client) this.#told(topic, value);
      },
      onWelcome: (welcome) => {
        if (this.#client === client) this.#welcome(welcome);
      },
      onLost: () => {
        if (this.#client === client) this.#become({ kind: 'lost' });
      },
      onRefused: ({ message }) => {
        if (this.#client === client) this.#become({ kind: 'refused', what: message });
      },
      ...(after && { after }),
    });
    this.#client = client;
  }

  #welcome({ key }: Welcome): void {
    this.#become({ kind: key.scopes.includes('events:read') ? 'live' : 'blind' });
  }

  #told(topic: Topic, value: unknown): void {
    this.#state = { ...this.#state, [topic]: value };
    this.#parts.onChange();
  }

  #become(link: LinkState): void {
    this.#link = link;
    this.#state = {};
    this.#parts.onChange();
  }
}

/** What a key says of the link (`link`), or a page with more room (`say`). */
export function linkText(link: LinkState, where: 'link' | 'say', say: Say): string {
  return link.kind === 'refused' ? link.what : say(`decks.${where}.${link.kind}`);
}

/** What a key shows: its own state, or why there is none. */
export function faceOf(row: DeckRow, link: LinkState, seen: Seen): Face {
  if (link.kind === 'live') return row.face(seen);
  return { text: linkText(link, 'link', seen.say), tone: 'off' };
}
