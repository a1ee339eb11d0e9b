export type SecretName =
  | 'grant'
  | 'session'
  | 'overlay-key'
  | 'dashboard-key'
  | 'client-secret'
  | 'speech-service'
  | 'obs-password'
  | 'obs-stream'
  | 'api-keys'
  | 'streamerbot-password'
  | 'sinks';

/** A write is on disk, whole, when it resolves; a crash in the middle leaves the old value. */
export interface Vault {
  /** null: never stored, or removed. */
  read(name: SecretName): Promise<string | null>;
  write(name: SecretName, value: string): Promise<void>;
  remove(name: SecretName): Promise<void>;
}

/** Opens an address in the person's own browser. */
export type OpenBrowser = (url: string) => Promise<void>;

/** The platform's permission to act for one streamer, as kept in the vault. */
export interface Grant {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly scopes: readonly string[];
  /** When the pair was issued and when the access token ends, epoch milliseconds. */
  readonly issuedAt: number;
  readonly expiresAt: number;
}
