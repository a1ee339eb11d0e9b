import { delay } from '../../../electron/base/clock.ts';
import { silentLogger } from '../../../electron/base/log.ts';
import type { CampaignBook, JournalEntry } from '../../../electron/fleet/drops/campaign-book.ts';
import { CampaignJournal } from '../../../electron/fleet/drops/campaign-journal.ts';
import type { DropsJournal, JournalPage } from '../../../electron/fleet/drops/drops-journal.ts';
import type { DropsWorker } from '../../../electron/fleet/drops/drops-worker.ts';
import { type DropsEvent, dropsWorker } from '../../../electron/fleet/drops/index.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { NOON_KST, openWorld } from '../drops/support.ts';
import { HostWay, LeaseServer } from './lease-world.ts';

/** As the stream keeps it: an entry is taken only where nobody wrote in between. */
export class JournalServer {
  readonly #entries = new Map<string, { readonly seq: number; readonly text: string }[]>();
  #seq = 0;

  append(campaignId: string, text: string, last: number): number {
    const all = this.#entries.get(campaignId) ?? [];
    if ((all.at(-1)?.seq ?? 0) !== last) throw new Error('wrong last sequence');
    this.#seq += 1;
    this.#entries.set(campaignId, [...all, { seq: this.#seq, text }]);
    return this.#seq;
  }

  read(campaignId: string): JournalPage {
    const all = this.#entries.get(campaignId) ?? [];
    const entries = all.map(({ text }) => JSON.parse(text) as JournalEntry);
    return { entries, last: all.at(-1)?.seq ?? 0 };
  }
}

/**
 * What becomes of a host's requests to the platform. `deaf`: payments are made, and their answers are
 * lost. `late`: the same, but they arrive two seconds later, also when the host is gone by then.
 */
export type PlatformWay = 'open' | 'cut' | 'deaf' | 'late' | 'busy';

const LATE_MS = 2_000;
/** Each way, to NATS and to the platform: whoever is killed is killed in between. */
const TRIP_MS = 300;

/** Workers of one fleet, NATS, and the platform. */
export class DropsFleet {
  readonly clock = new VirtualClock(NOON_KST);
  readonly platform = openWorld(this.clock);
  readonly leases = new LeaseServer(this.clock);
  readonly bucket = new LeaseServer(this.clock, Number.POSITIVE_INFINITY);
  readonly journal = new JournalServer();
  /** Claims that were sent although they were paid. */
  readonly twice: string[] = [];
  readonly hosts: DropsHost[] = [];

  constructor() {
    this.platform.meet = (sent, pass) => {
      const claimIds = sent.body?.claimIds ?? [];
      const states = this.platform.world.drops.claims(this.platform.application, { claimIds });
      for (const { claimId, fulfillmentState } of states) {
        if (sent.body && fulfillmentState === 'FULFILLED') this.twice.push(claimId);
      }
      return pass();
    };
  }

  /** A host that may pay, and begins at once. */
  join(): DropsHost {
    const host = new DropsHost(this, `host-${this.hosts.length + 1}`);
    this.hosts.push(host);
    host.worker.start();
    return host;
  }

  async pass(ms: number): Promise<void> {
    // The platform's answers take turns of the event loop, which are no time of this clock.
    for (let passed = 0; passed < ms; passed += 250) {
      await this.clock.advance(Math.min(250, ms - passed));
    }
  }

  /** How often each claim was in a request. */
  sent(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { body } of this.platform.puts()) {
      for (const id of body?.claimIds ?? []) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    return counts;
  }

  /** As a host reads it that comes later. */
  async bookOf(campaignId: string): Promise<CampaignBook> {
    const journal: DropsJournal = {
      read: async (id) => this.journal.read(id),
      append: () => Promise.reject(new Error('only to be read')),
    };
    const parts = { journal, clock: this.clock, epoch: 0, isProven: () => false };
    return (await CampaignJournal.open(parts, campaignId)).book;
  }

  unpaid(claimIds: readonly string[]): number {
    return this.platform.states(claimIds).filter((state) => state === 'CLAIMED').length;
  }

  dispose(): void {
    for (const { worker } of this.hosts) worker.dispose();
  }
}

export class DropsHost extends HostWay {
  platformWay: PlatformWay = 'open';
  readonly worker: DropsWorker;
  readonly events: DropsEvent[] = [];
  readonly #fleet: DropsFleet;

  constructor(fleet: DropsFleet, hostId: string) {
    super(fleet.clock);
    this.#fleet = fleet;
    const { clientId, clientSecret } = fleet.platform.application;
    let keys = 0;
    this.worker = dropsWorker({
      store: { channels: this.bucket(fleet.bucket), leases: this.bucket(fleet.leases) },
      journal: this.#journal(fleet.journal),
      platform: {
        baseUrl: 'http://127.0.0.1',
        authUrl: 'http://127.0.0.1',
        clientId,
        clientSecret,
        fetch: (input, init) => this.#fetch(input, init),
        random: () => 0.5,
      },
      hostId,
      clock: this.clock,
      makeKey: () => {
        keys += 1;
        return `${hostId}-${keys}`;
      },
      onDrops: (event) => this.events.push(event),
      log: silentLogger,
    });
  }

  /** It is gone, with what it had in mind. */
  kill(): void {
    this.pause();
  }

  get isWorking(): boolean {
    const states = this.events.filter(({ state }) => state !== 'paid');
    return states.at(-1)?.state === 'started';
  }

  /** Sums of all rounds. */
  get total(): { readonly paid: number; readonly failed: number } {
    const rounds = this.events.filter((event) => event.state === 'paid');
    const sum = (of: 'paid' | 'failed') => rounds.reduce((all, round) => all + round[of], 0);
    return { paid: sum('paid'), failed: sum('failed') };
  }

  #journal(server: JournalServer): DropsJournal {
    return {
      read: (campaignId) => this.#far(() => server.read(campaignId)),
      append: (campaignId, entry, last) =>
        this.#far(() => server.append(campaignId, JSON.stringify(entry), last)),
    };
  }

  /** What left arrives, also when its host is gone by then. */
  #far<T>(request: () => T): Promise<T> {
    const { clock } = this.#fleet;
    return this.ask<T>(async () => {
      await delay(clock, TRIP_MS);
      const answer = request();
      await delay(clock, TRIP_MS);
      return answer;
    });
  }

  async #fetch(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
    const { platform, clock } = this.#fleet;
    const way = this.platformWay;
    const isLost = init?.method === 'PUT' && (way === 'deaf' || way === 'late');
    if (way === 'cut') throw new TypeError('no way to the platform');
    await delay(clock, isLost && way === 'late' ? LATE_MS : TRIP_MS);
    const answer =
      way === 'busy' ? new Response('', { status: 503 }) : await platform.fetch(input, init);
    if (isLost) await new Promise(() => undefined);
    await delay(clock, TRIP_MS);
    await new Promise<void>((resolve) => this.live(resolve));
    return answer;
  }
}
