import { assertNever } from '../../shared/events.ts';
import type { Language } from '../../shared/locales/index.ts';
import type { Beacon } from '../../shared/overlay/beacon.ts';
import type { LoadStep } from '../../shared/overlay/load-step.ts';
import { LATEST_MOST, type OverlayDown } from '../../shared/overlay/overlay-feed.ts';
import type { PageConfig } from '../../shared/overlay/overlay-settings.ts';
import { type Disposable, DisposableStore } from '../base/disposables.ts';
import type { BeaconPage, BeaconPages } from './beacon-pages.ts';
import { encode, encodeBatch, packEvents, parseOverlayUp } from './frames.ts';
import type { LivePage, OverlayBroadcaster } from './overlay-broadcaster.ts';
import { CLOSE_POLICY, type PagePeer, type PeerListener } from './peer.ts';
import type { ConnectedPage, OverlayHost, OverlaySource, PageServerOptions } from './ports.ts';
import type { ReadingPage, ReadingPages, SoundPage, SoundPages } from './sound-pages.ts';

/** Chat messages in a snapshot; more than fit a screen. */
const SNAPSHOT_CHAT = 50;
/** A socket that has not attached by then is closed. */
const ATTACH_WAIT_MS = 10_000;

type OverlayConnectionParts = Pick<PageServerOptions, 'sink' | 'buildId' | 'clock' | 'widgets'> & {
  readonly source: OverlaySource;
  readonly broadcaster: OverlayBroadcaster;
  readonly readers: ReadingPages;
  readonly sounders: SoundPages;
  readonly beacons: BeaconPages;
  readonly seat: OverlayHost;
  /** The parameters of the page's address. */
  readonly search: string;
};

/** Sends what the page missed frame by frame, or a snapshot, then lets it follow. */
export class OverlayConnection
  implements PeerListener, LivePage, ReadingPage, SoundPage, BeaconPage
{
  readonly #parts: OverlayConnectionParts;
  readonly #owned = new DisposableStore();
  #peer: PagePeer | null = null;
  #page: ConnectedPage | null = null;
  #position = 0;
  /** Membership among the live pages; null while the page is catching up. */
  #membership: Disposable | null = null;
  #attachWait: Disposable | null = null;
  #language: Language | null = null;
  #config: PageConfig | null = null;
  /** null: the page may have missed a change. */
  #loadStep: LoadStep | null = 0;

  constructor(parts: OverlayConnectionParts) {
    this.#parts = parts;
  }

  get isAppWindow(): boolean {
    return this.#parts.seat === 'app-window';
  }

  start(peer: PagePeer): void {
    this.#peer = peer;
    this.#attachWait = this.#owned.add(
      this.#parts.clock.setTimeout(() => peer.close(CLOSE_POLICY, 'No attach'), ATTACH_WAIT_MS),
    );
  }

  onText(text: string): boolean {
    const frame = parseOverlayUp(text);
    if (!frame) return false;
    // A page must attach exactly once, before anything else.
    if ((frame.type === 'attach') === (this.#page !== null)) return false;
    switch (frame.type) {
      case 'attach':
        this.#attach(frame.epoch, frame.after);
        break;
      case 'receipt':
        this.#parts.beacons.receipt(this, frame.alertId, frame.state);
        this.#page?.receipt(frame.alertId, frame.state);
        break;
      case 'visibility':
        this.#page?.setVisible(frame.visible);
        break;
      case 'voice':
        this.#parts.readers.setAble(this, frame.able);
        break;
      case 'sound':
        this.#parts.sounders.setAble(this, frame.able);
        break;
      case 'beacon':
        this.#parts.beacons.answered(this, frame.id, frame.state);
        break;
      case 'widget-fault':
        this.#parts.widgets.fault(frame.id, frame.fault);
        break;
      case 'widget-keep':
        this.#parts.widgets.keep(frame.id, frame.key, frame.value);
        break;
      default:
        assertNever(frame);
    }
    return true;
  }

  onCaughtUp(): void {
    if (this.#owned.isDisposed) return;
    if (this.#membership) this.#owned.release(this.#membership);
    this.#membership = null;
    // It may have missed a change and its reversal.
    this.#language = null;
    this.#config = null;
    this.#loadStep = null;
    this.#startFromSnapshot();
    this.#parts.readers.repeat(this);
    this.#parts.sounders.repeat(this);
  }

  onClosed(): void {
    this.#parts.readers.leave(this);
    this.#parts.sounders.leave(this);
    this.#owned.dispose();
  }

  sendBatch(bytes: Buffer, upTo: number): void {
    if (upTo <= this.#position) return;
    if (this.#peer?.trySend(bytes)) this.#position = upTo;
  }

  sendFrame(bytes: Buffer): void {
    this.#peer?.trySend(bytes);
  }

  tellReading(on: boolean): void {
    this.#send({ type: 'reading', on });
  }

  tellSounding(on: boolean): void {
    this.#send({ type: 'sounding', on });
  }

  showBeacon(beacon: Beacon | null): void {
    this.#send({ type: 'beacon', beacon });
  }

  #send(frame: OverlayDown): void {
    this.sendFrame(encode(frame));
  }

  #attach(epoch: string | null, after: number): void {
    const { source, sink, seat, buildId, search } = this.#parts;
    if (this.#attachWait) this.#owned.release(this.#attachWait);
    this.#page = this.#owned.add(sink.pageConnected(seat));
    if (seat === 'obs') this.#owned.add(this.#parts.beacons.join(this, search));
    const language = source.language();
    this.#language = language;
    this.#send({ type: 'hello', epoch: source.epoch, buildId, language });
    this.#tellConfig();
    if (epoch === source.epoch && after <= source.lastSeq()) {
      this.#position = after;
      this.#catchUp();
    } else {
      this.#startFromSnapshot();
    }
  }

  /** Sends the next frame of missed events; when none are left, the page goes live. */
  #catchUp(): void {
    if (this.#owned.isDisposed || this.#membership) return;
    const { source, broadcaster } = this.#parts;
    broadcaster.flush();
    const missed = source.since(this.#position);
    if (!missed) {
      this.#startFromSnapshot();
      return;
    }
    const packed = packEvents(missed, 0);
    const more = packed !== null && packed.next < missed.length;
    if (packed) {
      const bytes = encodeBatch(packed);
      this.#position = packed.upTo;
      this.#peer?.trySend(bytes, more ? () => this.#catchUp() : undefined);
    }
    if (!more) this.#goLive(true);
  }

  #startFromSnapshot(): void {
    const { source, broadcaster } = this.#parts;
    broadcaster.flush();
    this.#tellConfig();
    this.#position = source.lastSeq();
    this.#send({
      type: 'snapshot',
      upTo: this.#position,
      chat: source.recentChat(SNAPSHOT_CHAT),
      tallies: source.tallies(),
      alert: source.alert(),
      latest: source.latest(LATEST_MOST),
    });
    this.#goLive(false);
  }

  /** `tellState`: tallies, alert and highlight may have changed since the last frame. */
  #goLive(tellState: boolean): void {
    const { source, broadcaster, clock } = this.#parts;
    // It may have changed while frames were dropped.
    const language = source.language();
    if (language !== this.#language) this.#send({ type: 'language', language });
    this.#language = language;
    this.#tellConfig();
    const step = source.loadStep();
    if (step !== this.#loadStep) this.#send({ type: 'load', step });
    this.#loadStep = step;
    if (tellState) {
      this.#send({ type: 'tallies', tallies: source.tallies() });
      this.#send({ type: 'alert', alert: source.alert() });
    }
    this.#send({ type: 'figures', figures: source.figures() });

    // A page that got a snapshot shows no activity and no highlight yet.
    const views = source.shows();
    if (tellState || Object.values(views).some((view) => view !== null)) {
      this.#send({ type: 'show', now: clock.now(), views });
    }
    this.#tellWidgets();
    const highlight = source.highlight();
    if (tellState || highlight) this.#send({ type: 'highlight', highlight });
    this.#membership = this.#owned.add(broadcaster.join(this));
  }

  #tellWidgets(): void {
    const { widgets } = this.#parts;
    const frames = widgets.frames();
    const session = widgets.session();
    if (session) this.#send({ type: 'widgets', news: { frames, session } });
  }

  /** Sends the configuration unless the page already has it. */
  #tellConfig(): void {
    const config = this.#parts.source.config();
    if (config === this.#config) return;
    this.#config = config;
    this.#send({ type: 'config', config });
  }
}
