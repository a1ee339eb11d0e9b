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
import { DesktopError } from '../desktop-error.ts';
import type { PageContents, PlaceOf, SenderEvent } from './ports.ts';

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
