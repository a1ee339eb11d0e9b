import { DESKTOP_COMMANDS, isCommandName } from '../../../shared/contract/index.ts';
import { CHANNELS, type CommandAnswer } from '../../../shared/preload.ts';
import type { Clock } from '../../base/clock.ts';
import { type Disposable, DisposableStore, toDisposable } from '../../base/disposables.ts';
import { problemOf, StagelightError } from '../../base/errors.ts';
import type { Logger } from '../../base/log.ts';
import { Throttle } from '../../base/throttle.ts';
import { CommandRouter } from '../../server/command-router.ts';
import { encode } from '../../server/frames.ts';
import { Refusals } from '../../server/peer.ts';
import {
  type CommandAsk,
  type DesktopCommandHandlers,
  MAX_COMMANDS,
  type PageServer,
  tooManyCommands,
} from '../../server/ports.ts';
import { type AppPlace, pageOfAddress } from '../app-scheme.ts';
import type { CoreRunner } from '../core-runner.ts';
import { DesktopError } from '../desktop-error.ts';
import type { DesktopStateSource } from '../desktop-state.ts';
import { listening } from '../listening.ts';
import type { OverlayWindow } from '../windows/overlay-window.ts';
import { FRAME_MS, IpcConnection } from './ipc-connection.ts';
import { TAKEN_CHANNEL } from './page-end.ts';
import type {
  ChannelListener,
  MainIpc,
  PageContents,
  PlaceOf,
  SenderEvent,
  Visibility,
} from './ports.ts';

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

interface IpcCommandHandlerParts {
  readonly placeOf: PlaceOf;
  readonly pageServer: () => PageServer | null;
  readonly commands: DesktopCommandHandlers;
  readonly tellWait: (event: SenderEvent, id: number, forMs: number) => void;
  readonly refusals: Refusals;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Answers commands of the dashboard's own page only; nothing is thrown at the page. */
export class IpcCommandHandler {
  readonly #parts: IpcCommandHandlerParts;
  readonly #desktop: CommandRouter;
  #underWay = 0;

  constructor(parts: IpcCommandHandlerParts) {
    this.#parts = parts;
    this.#desktop = new CommandRouter(parts.commands, parts.clock);
  }

  /** Checks the sender first and synchronously, because its frame may navigate later. */
  answer(event: SenderEvent, name: unknown, args: unknown, id: unknown): Promise<CommandAnswer> {
    const place = this.#parts.placeOf(event);
    if (place === null) return this.#refuse('foreign-frame', new DesktopError('foreign-frame'));
    if (place === 'overlay') {
      return this.#refuse('overlay-command', new DesktopError('no-commands-here'));
    }
    if (this.#underWay >= MAX_COMMANDS) {
      return this.#refuse('too-many-commands', tooManyCommands());
    }
    if (typeof id !== 'number' || !Number.isSafeInteger(id)) return this.#carryOut(name, args);
    const onWait = (forMs: number) => this.#parts.tellWait(event, id, forMs);
    return this.#carryOut(name, args, { id, onWait });
  }

  #refuse(
    reason: Parameters<Refusals['count']>[0],
    failure: StagelightError,
  ): Promise<CommandAnswer> {
    this.#parts.refusals.count(reason);
    return Promise.resolve(refusal(failure));
  }

  async #carryOut(name: unknown, args: unknown, ask?: CommandAsk): Promise<CommandAnswer> {
    this.#underWay += 1;
    try {
      return { ok: true, value: await this.#run(name, args, ask) };
    } catch (failure) {
      const answer = refusal(failure);
      this.#parts.log.warn('A command was not carried out', {
        // Foreign text stays out of the log.
        name: typeof name === 'string' && isCommandName(name) ? name : 'unknown',
        problem: answer.problem.code,
        failure,
      });
      return answer;
    } finally {
      this.#underWay -= 1;
    }
  }

  #run(name: unknown, args: unknown, ask?: CommandAsk): Promise<unknown> {
    if (typeof name !== 'string' || !isCommandName(name)) {
      throw new StagelightError({ code: 'unknown-command' });
    }
    if (Object.hasOwn(DESKTOP_COMMANDS, name)) return this.#desktop.run(name, args, ask);
    const pageServer = this.#parts.pageServer();
    if (!pageServer) throw new DesktopError('core-not-running');
    return pageServer.runCommand(name, args, ask);
  }
}

function refusal(failure: unknown): Extract<CommandAnswer, { ok: false }> {
  return { ok: false, problem: problemOf(failure) };
}

/**
 * Identifies the sender by three facts that must agree: the window, the frame (the page itself, not
 * one inside it), and the frame's present address. `windows`: their contents now, if they exist.
 */
export function createPlaceOf(
  windows: Readonly<Record<AppPlace, { readonly contents: Pick<PageContents, 'id'> | null }>>,
): PlaceOf {
  return ({ sender, senderFrame }) => {
    if (!senderFrame || senderFrame.detached || senderFrame.parent !== null) return null;
    const place = pageOfAddress(senderFrame.url);
    return place !== null && windows[place].contents?.id === sender.id ? place : null;
  };
}
