import type { Clock } from '../../base/clock.ts';
import type { MakeKey } from '../../base/random.ts';
import { Authorizations, SignIns } from './authorizations.ts';
import { Channels } from './channels.ts';
import { Drops } from './drops.ts';
import { type Manners, mannersSchema } from './manners.ts';
import { type Application, DropsQuotas, type QuotaAmounts, type User } from './model.ts';

export interface WorldOptions {
  readonly clock: Clock;
  readonly makeKey: MakeKey;
  readonly quotas?: QuotaAmounts;
  /** The authorization page approves automatically, without a button press. Off by default. */
  readonly autoApprove?: boolean;
  readonly manners?: Partial<Manners>;
}

/** Everything the simulated platform knows, apart from sessions. */
export class World {
  readonly manners: Manners;
  readonly authorizations: Authorizations;
  readonly channels: Channels;
  readonly drops: Drops;
  readonly quotas: DropsQuotas;
  readonly signIns: SignIns;
  autoApprove: boolean;
  /** Who is signed in by itself when `autoApprove` is on; null means the first user. */
  autoApproveUser: User | null = null;
  /** Where images are served, without a slash at the end; the server sets it when it listens. */
  imageBase = 'http://127.0.0.1/sim';
  readonly #applications = new Map<string, Application>();

  constructor(options: WorldOptions) {
    const { clock, makeKey } = options;
    this.manners = mannersSchema.parse(options.manners ?? {});
    this.authorizations = new Authorizations(clock, makeKey, this.manners);
    this.channels = new Channels(clock);
    this.drops = new Drops(clock, this.authorizations, this.manners);
    this.quotas = new DropsQuotas(clock, options.quotas);
    this.signIns = new SignIns(clock, makeKey);
    this.autoApprove = options.autoApprove ?? false;
  }

  addApplication(application: Application): Application {
    this.#applications.set(application.clientId, application);
    return application;
  }

  application(clientId: string): Application | null {
    return this.#applications.get(clientId) ?? null;
  }

  applications(): readonly Application[] {
    return [...this.#applications.values()];
  }

  /** The application when both values fit together, else null. */
  authenticate(clientId: string, clientSecret: string): Application | null {
    const application = this.application(clientId);
    return application?.clientSecret === clientSecret ? application : null;
  }

  user(channelId: string): User | null {
    return this.channels.find(channelId)?.user ?? null;
  }

  users(): readonly User[] {
    return this.channels.all().map((channel) => channel.user);
  }

  imageUrl(path: string): string;
  imageUrl(path: string | null): string | null;
  imageUrl(path: string | null): string | null {
    return path === null ? null : `${this.imageBase}/${path}`;
  }
}
