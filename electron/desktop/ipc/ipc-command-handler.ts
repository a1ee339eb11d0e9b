import { DESKTOP_COMMANDS, isCommandName } from '../../../shared/contract/index.ts';
import type { CommandAnswer } from '../../../shared/preload.ts';
import type { Clock } from '../../base/clock.ts';
import { problemOf, StagelightError } from '../../base/errors.ts';
import type { Logger } from '../../base/log.ts';
import { CommandRouter } from '../../server/command-router.ts';
import { MAX_COMMANDS, tooManyCommands } from '../../server/dashboard-connection.ts';
import type { Refusals } from '../../server/peer.ts';
import type { CommandAsk, DesktopCommandHandlers, PageServer } from '../../server/ports.ts';
import { type AppPlace, pageOfAddress } from '../app-scheme.ts';
import type { PageContents, PlaceOf, SenderEvent } from './ports.ts';

interface IpcCommandHandlerParts {
  readonly placeOf: PlaceOf;
  readonly pageServer: () => PageServer | null;
  readonly commands: DesktopCommandHandlers;
  /**
   * Tells the requesting page that the platform asked to wait, and that the command continues in
   * this many ms.
   */
  readonly tellWait: (event: SenderEvent, id: number, forMs: number) => void;
  readonly refusals: Refusals;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Answers commands of the dashboard's own page only. Every outcome is an answer; nothing is thrown
 * at the page.
 */
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
    const { refusals, placeOf, tellWait } = this.#parts;
    const place = placeOf(event);
    if (place === null) {
      refusals.count('foreign-frame');
      return Promise.resolve(refusal(new ForeignFrameError()));
    }
    if (place === 'overlay') {
      refusals.count('overlay-command');
      return Promise.resolve(refusal(new NoCommandsHereError()));
    }
    if (this.#underWay >= MAX_COMMANDS) {
      refusals.count('too-many-commands');
      return Promise.resolve(refusal(tooManyCommands()));
    }
    if (typeof id !== 'number' || !Number.isSafeInteger(id)) return this.#carryOut(name, args);
    const onWait = (forMs: number) => tellWait(event, id, forMs);
    return this.#carryOut(name, args, { id, onWait });
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
    if (!pageServer) throw new CoreNotRunningError();
    return pageServer.runCommand(name, args, ask);
  }
}

function refusal(failure: unknown): Extract<CommandAnswer, { ok: false }> {
  return { ok: false, problem: problemOf(failure) };
}

/** The request came from a frame that is not one of our pages. */
class ForeignFrameError extends StagelightError {
  constructor() {
    super({ code: 'foreign-frame' });
  }
}

/** An overlay sent a command; overlays only show. */
class NoCommandsHereError extends StagelightError {
  constructor() {
    super({ code: 'no-commands-here' });
  }
}

/** The core is starting, stopping, or failed to start. */
class CoreNotRunningError extends StagelightError {
  constructor() {
    super({ code: 'core-not-running' });
  }
}

/** The contents of our windows now; null if the window does not exist. */
export type WindowContents = Readonly<Record<AppPlace, () => Pick<PageContents, 'id'> | null>>;

/**
 * Identifies the sender by three facts that must agree: the window, the frame (the page itself, not
 * one inside it), and the frame's present address.
 */
export function createPlaceOf(windows: WindowContents): PlaceOf {
  return ({ sender, senderFrame }) => {
    if (!senderFrame || senderFrame.detached || senderFrame.parent !== null) return null;
    const place = pageOfAddress(senderFrame.url);
    return place !== null && windows[place]()?.id === sender.id ? place : null;
  };
}
