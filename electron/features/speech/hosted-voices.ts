import {
  SPEECH_SERVICES,
  type SpeechConnection,
  speechConnectionSchema,
} from '../../../shared/contract/speech.ts';
import { isJsonObject, parseJson } from '../../../shared/json.ts';
import type { CoreVoice } from '../../../shared/overlay/voices.ts';
import type { Vault } from '../../auth/ports.ts';
import type { Clock } from '../../base/clock.ts';
import type { Logger, Redactor } from '../../base/log.ts';
import { isSafeAddress } from '../../base/loopback.ts';
import { HOSTED_SERVICES, type HostedService, serviceRequest } from './hosted-services.ts';
import {
  SpeechError,
  type SpeechProvider,
  type SpeechRequest,
  TextRefusedError,
} from './provider.ts';

interface HostedParts {
  readonly vault: Vault;
  readonly redactor: Redactor;
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  readonly log: Logger;
}

const LIMIT_MS = 8_000;
const MOST_BYTES = 5_000_000;
/** The same as base64 in JSON. */
const MOST_TEXT_BYTES = 7_000_000;
/** One word of letters, digits and hyphens: it becomes a part of a host's name. */
const REGION = /^[a-z\d-]{2,40}$/i;

/**
 * The hosted service with the streamer's own key. Service, account and key are one secret of the
 * vault, so that a key only ever goes where it was entered for.
 */
export class HostedVoices implements SpeechProvider {
  readonly id = 'hosted';
  readonly #parts: HostedParts;
  /** undefined: not read from the vault yet. */
  #connection: SpeechConnection | null | undefined;

  constructor(parts: HostedParts) {
    this.#parts = parts;
  }

  /** The service in use; null: none is set up. */
  async connection(): Promise<Omit<SpeechConnection, 'key'> | null> {
    const found = await this.#read();
    return found && { service: found.service, account: found.account };
  }

  /** Throws a `SpeechError` if the account is none, or what the vault throws. */
  async connect(connection: SpeechConnection): Promise<void> {
    assertAccount(connection);
    await this.#parts.vault.write('speech-service', JSON.stringify(connection));
    this.#keep(connection);
  }

  async disconnect(): Promise<void> {
    await this.#parts.vault.remove('speech-service');
    this.#keep(null);
  }

  async voices(): Promise<readonly CoreVoice[]> {
    const connection = await this.#read();
    if (!connection) return [];
    const { ko, en } = HOSTED_SERVICES[connection.service].voices;
    const both = ko.filter((name) => en.includes(name));
    const named = (names: readonly string[], lang: string): CoreVoice[] =>
      names.map((name) => ({ provider: this.id, name, lang }));
    return [
      ...named(both, ''),
      ...named(
        ko.filter((name) => !both.includes(name)),
        'ko',
      ),
      ...named(
        en.filter((name) => !both.includes(name)),
        'en',
      ),
    ];
  }

  async speak(request: SpeechRequest, signal: AbortSignal): Promise<Buffer> {
    const connection = await this.#read();
    if (!connection) throw new SpeechError('speech-none');
    const service = HOSTED_SERVICES[connection.service];
    const limit = new AbortController();
    let isLate = false;
    const timer = this.#parts.clock.setTimeout(() => {
      isLate = true;
      limit.abort();
    }, LIMIT_MS);
    try {
      const bytes = await this.#ask(
        service,
        connection,
        request,
        AbortSignal.any([limit.signal, signal]),
      );
      return service.answer === 'bytes' ? bytes : decoded(bytes, service.answer.base64);
    } catch (failure) {
      if (isLate) throw new SpeechError('speech-slow');
      if (failure instanceof SpeechError) throw failure;
      // What fetch throws may name the address.
      throw new SpeechError('speech-failed');
    } finally {
      timer.dispose();
      limit.abort();
    }
  }

  async #ask(
    service: HostedService,
    { account, key }: SpeechConnection,
    { text, voice, language, rate, pitch }: SpeechRequest,
    signal: AbortSignal,
  ): Promise<Buffer> {
    const { address, headers, body } = serviceRequest(service, {
      text,
      voice,
      account,
      key,
      lang: /^[a-z]{2,3}-[A-Z]{2}(?=-)/.exec(voice)?.[0] ?? (language === 'ko' ? 'ko-KR' : 'en-US'),
      rate: service.rate(rate),
      pitch: service.pitch(pitch),
    });
    if (!isSafeAddress(address, 'https:')) throw new SpeechError('speech-address');
    // A redirect could lead the key elsewhere: it is an answer like any other failure.
    const response = await this.#parts.fetch(address, {
      method: 'POST',
      headers,
      body,
      signal,
      redirect: 'manual',
    });
    if (!response.ok) {
      await response.body?.cancel();
      if ([401, 403].includes(response.status)) throw new SpeechError('speech-refused');
      if ([400, 413, 422].includes(response.status)) throw new TextRefusedError('speech-failed');
      throw new SpeechError('speech-failed');
    }
    return limitedBody(response, service.answer === 'bytes' ? MOST_BYTES : MOST_TEXT_BYTES);
  }

  async #read(): Promise<SpeechConnection | null> {
    if (this.#connection !== undefined) return this.#connection;
    const text = await this.#parts.vault.read('speech-service');
    // Another one was entered meanwhile.
    if (this.#connection !== undefined) return this.#connection;
    const kept = text === null ? null : speechConnectionSchema.safeParse(parseJson(text));
    if (kept && !kept.success) this.#parts.log.warn('the kept speech service is not understood');
    this.#keep(kept?.success ? kept.data : null);
    return this.#connection ?? null;
  }

  #keep(connection: SpeechConnection | null): void {
    if (connection?.key) this.#parts.redactor.hideAlways(connection.key);
    this.#connection = connection;
  }
}

function assertAccount({ service, account }: SpeechConnection): void {
  const kind = SPEECH_SERVICES[service].account;
  const isFine =
    kind === null ||
    (kind === 'region' && REGION.test(account)) ||
    (kind === 'client-id' && account !== '') ||
    (kind === 'address' && isSafeAddress(account, 'https:') && !new URL(account).username);
  if (!isFine) throw new SpeechError(kind === 'address' ? 'speech-address' : 'speech-account');
}

/** At most so many bytes, whatever length the answer claims. */
async function limitedBody(response: Response, mostBytes: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    bytes += piece.length;
    if (bytes > mostBytes) throw new SpeechError('speech-no-sound');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function decoded(bytes: Buffer, field: string): Buffer {
  const answer = parseJson(bytes.toString('utf8'));
  const text = isJsonObject(answer) ? answer[field] : null;
  if (typeof text !== 'string') throw new SpeechError('speech-no-sound');
  return Buffer.from(text, 'base64');
}
