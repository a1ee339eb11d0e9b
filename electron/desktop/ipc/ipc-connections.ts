import { CHANNELS } from '../../../shared/preload.ts';
import type { Clock } from '../../base/clock.ts';
import { type Disposable, DisposableStore, toDisposable } from '../../base/disposables.ts';
import type { Logger } from '../../base/log.ts';
import { Throttle } from '../../base/throttle.ts';
import { encode } from '../../server/frames.ts';
import { Refusals } from '../../server/peer.ts';
import type { DesktopCommandHandlers, PageServer } from '../../server/ports.ts';
import type { AppPlace } from '../app-scheme.ts';
import type { CoreRunner } from '../core-runner.ts';
import type { DesktopStateSource } from '../desktop-state.ts';
import { listening } from '../listening.ts';
import type { OverlayWindow } from '../windows/overlay-window.ts';
import { IpcCommandHandler } from './ipc-command-handler.ts';
import { FRAME_MS, IpcConnection } from './ipc-connection.ts';
import { TAKEN_CHANNEL } from './page-end.ts';
import type { ChannelListener, MainIpc, PlaceOf, SenderEvent, Visibility } from './ports.ts';

const DESKTOP_INTERVAL_MS = 100;

interface IpcConnectionsOptions {
  readonly ipcMain: MainIpc;
  readonly placeOf: PlaceOf;
  readonly core: Pick<CoreRunner, 'pageServer' | 'onChange'>;
  readonly state: Pick<DesktopStateSource, 'read' | 'onChange'>;
  readonly commands: DesktopCommandHandlers;
  readonly overlay: Pick<OverlayWindow, 'look' | 'onLook'>;
  readonly visibility: Visibility;
  readonly clock: Clock;
  readonly log: Logger;
}

/** The main process's end of the connections to our windows, with the command handler. */
export class IpcConnections implements Disposable {
  readonly #options: IpcConnectionsOptions;
  readonly #refusals: Refusals;
  readonly #owned = new DisposableStore();
  /** By id of the web contents: a page has one connection. */
  readonly #lines = new Map<number, IpcConnection>();
  #pageServer: PageServer | null;

  constructor(options: IpcConnectionsOptions) {
    const { ipcMain, core, state, commands, overlay, clock, log } = options;
    this.#options = options;
    this.#refusals = new Refusals(log);
    this.#pageServer = core.pageServer;
    const states = this.#owned.add(
      new Throttle(clock, DESKTOP_INTERVAL_MS, () => this.#sayAside('dashboard')),
    );
    const looks = this.#owned.add(new Throttle(clock, FRAME_MS, () => this.#sayAside('overlay')));
    this.#owned.add(state.onChange(() => states.request()));
    this.#owned.add(overlay.onLook(() => looks.request()));
    this.#owned.add(core.onChange(() => this.#onCore()));
    this.#listen(CHANNELS.connect, (event, number) => this.#connect(event, number));
    this.#listen(CHANNELS.close, (event, number) => this.#lineOf(event, number)?.end(false));
    this.#listen(CHANNELS.say, (event, number, text) => this.#lineOf(event, number)?.onSaid(text));
    this.#listen(TAKEN_CHANNEL, (event, number) => this.#lineOf(event, number)?.onTaken());
    const desk = new IpcCommandHandler({
      placeOf: (event) => this.#placeOf(event),
      pageServer: () => core.pageServer,
      commands,
      tellWait: ({ sender }, id, forMs) => {
        const frame = encode({ type: 'waiting', id, forMs: Math.round(forMs) });
        this.#lines.get(sender.id)?.forceSend(frame);
      },
      refusals: this.#refusals,
      clock,
      log,
    });
    ipcMain.handle(CHANNELS.command, (event, name, args, id) => desk.answer(event, name, args, id));
    this.#owned.add(toDisposable(() => ipcMain.removeHandler(CHANNELS.command)));
  }

  get size(): number {
    return this.#lines.size;
  }

  dispose(): void {
    this.#owned.dispose();
    for (const line of [...this.#lines.values()]) line.end(true);
  }

  #listen(channel: string, listener: ChannelListener): void {
    const { ipcMain } = this.#options;
    this.#owned.add(listening((verb) => ipcMain[verb](channel, listener)));
  }

  #connect(event: SenderEvent, number: unknown): void {
    const place = this.#placeOf(event);
    if (place === null || typeof number !== 'number' || !Number.isSafeInteger(number)) {
      this.#refusals.count(place === null ? 'foreign-frame' : 'bad-frame');
      return;
    }
    const { visibility, clock, log } = this.#options;
    const contents = event.sender;
    const { id } = contents;
    this.#lines.get(id)?.end(false);
    const line: IpcConnection = new IpcConnection({
      number,
      place,
      contents,
      visibility,
      aside: () => this.#aside(place),
      onEnd: () => {
        if (this.#lines.get(id) === line) this.#lines.delete(id);
      },
      refusals: this.#refusals,
      clock,
      log,
    });
    this.#lines.set(id, line);
    if (this.#pageServer) line.open(this.#pageServer);
    else line.wait();
  }

  #lineOf(event: SenderEvent, number: unknown): IpcConnection | undefined {
    const line = this.#lines.get(event.sender.id);
    if (!line || line.number !== number) return undefined;
    if (this.#placeOf(event) === line.place) return line;
    this.#refusals.count('foreign-frame');
    return undefined;
  }

  /** Reading a frame that is just going away may throw; it is not one of our pages either. */
  #placeOf(event: SenderEvent): AppPlace | null {
    try {
      return this.#options.placeOf(event);
    } catch {
      return null;
    }
  }

  #onCore(): void {
    const { pageServer } = this.#options.core;
    if (pageServer === this.#pageServer) return;
    this.#pageServer = pageServer;
    for (const line of [...this.#lines.values()]) {
      if (line.isOpen) line.end(true);
      else if (pageServer) line.open(pageServer);
    }
  }

  #aside(place: AppPlace): Buffer {
    const { state, overlay } = this.#options;
    return place === 'dashboard'
      ? encode({ type: 'feed', feed: 'desktop', value: state.read() })
      : encode({ type: 'window', look: overlay.look });
  }

  #sayAside(place: AppPlace): void {
    const lines = [...this.#lines.values()].filter((line) => line.place === place);
    if (lines.length === 0) return;
    const frame = this.#aside(place);
    for (const line of lines) line.sayAside(frame);
  }
}
