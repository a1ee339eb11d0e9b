import type { SimEvent } from '../../electron/simulator/events/payloads.ts';
import type { ApiScope } from '../../shared/contract/doors.ts';
import { makeApiKey } from './api-key.ts';
import { freePort } from './free-port.ts';
import type { HeadlessProcess } from './headless-process.ts';
import { type OpenDashboard, openDashboard } from './open-dashboard.ts';
import { type Stage, setStage } from './stage.ts';

const SCOPES: readonly ApiScope[] = [
  'events:read',
  'chat:send',
  'alerts:control',
  'overlay:control',
  'activities:control',
];

/** A live host with a key for decks, which can end and come back at the same address. */
export class DeckStage {
  key = '';
  readonly #stage: Stage;
  readonly #port: number;
  #host: HeadlessProcess | null = null;
  #desk: OpenDashboard | null = null;

  private constructor(stage: Stage, port: number) {
    this.#stage = stage;
    this.#port = port;
  }

  static async set(): Promise<DeckStage> {
    const stage = new DeckStage(await setStage(), await freePort());
    await stage.startApp();
    stage.key = await stage.makeKey(SCOPES);
    return stage;
  }

  /** What a deck is given. */
  get settings() {
    return { address: this.address, key: this.key };
  }

  get address(): string {
    return `http://127.0.0.1:${this.#port}/api/v1`;
  }

  /** A dashboard. */
  get desk(): OpenDashboard {
    if (!this.#desk) throw new TypeError('The app does not run.');
    return this.#desk;
  }

  async startApp(): Promise<void> {
    this.#host = await this.#stage.startLive(['--port', String(this.#port)]);
    const ready = await this.#host.waitFor(({ type }) => type === 'ready');
    this.#desk = await openDashboard(String(ready['dashboardUrl']));
  }

  async stopApp(): Promise<void> {
    this.#desk?.close();
    this.#desk = null;
    await this.#host?.stop();
  }

  makeKey(scopes: readonly ApiScope[]): Promise<string> {
    if (!this.#host) throw new TypeError('The app does not run.');
    return makeApiKey(this.#host, this.desk, scopes);
  }

  /** A donation at the platform. */
  give(donatorNickname: string, payAmount: number): void {
    this.#publish({
      kind: 'DONATION',
      data: {
        donationType: 'CHAT',
        channelId: this.#stage.simulator.streamerChannelId,
        donatorChannelId: donatorNickname,
        donatorNickname,
        donatorBadges: [],
        payAmount: String(payAmount),
        donationText: '',
        emojis: {},
      },
    });
  }

  /** Somebody writes in chat. */
  chat(viewer: string, content: string): void {
    this.#publish({
      kind: 'CHAT',
      data: {
        channelId: this.#stage.simulator.streamerChannelId,
        senderChannelId: viewer,
        profile: { nickname: viewer, badges: [] },
        content,
        messageTime: '2026-01-02T03:04:05.678Z',
        emojis: {},
      },
    });
  }

  async dispose(): Promise<void> {
    this.#desk?.close();
    await this.#stage.dispose();
  }

  #publish(event: SimEvent): void {
    this.#stage.simulator.publish(event);
  }
}

export const VOTE = {
  title: '다음 게임',
  options: ['체스', '바둑'],
  voters: 'everyone',
  changeable: true,
  weight: 'equal',
  seconds: null,
  announce: false,
} as const;

export const SUBATHON = {
  title: '',
  minutes: 60,
  limitHours: null,
  announce: false,
  rules: [],
} as const;
