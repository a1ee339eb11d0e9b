import { type BridgeUp, isCommandName } from '../../shared/contract/index.ts';
import type { OwnerAction } from '../../shared/contract/owner.ts';
import { DisposableStore } from '../base/disposables.ts';
import { problemOf } from '../base/errors.ts';
import type { CommandRouter } from './command-router.ts';
import { type DashboardBroadcaster, firstFrames } from './dashboard-broadcaster.ts';
import { encode, parseBridgeUp } from './frames.ts';
import type { PagePeer, PeerListener } from './peer.ts';
import {
  type DashboardSource,
  MAX_COMMANDS,
  type PageServerOptions,
  tooManyCommands,
} from './ports.ts';

type DashboardConnectionParts = Pick<PageServerOptions, 'owner' | 'buildId' | 'runId' | 'log'> & {
  readonly source: DashboardSource;
  readonly broadcaster: DashboardBroadcaster;
  readonly router: CommandRouter;
};

/** One dashboard: sends all feeds, then their changes, and answers commands. */
export class DashboardConnection implements PeerListener {
  readonly #parts: DashboardConnectionParts;
  readonly #owned = new DisposableStore();
  #peer: PagePeer | null = null;
  #underWay = 0;

  constructor(parts: DashboardConnectionParts) {
    this.#parts = parts;
  }

  start(peer: PagePeer): void {
    this.#peer = peer;
    const { buildId, runId, broadcaster } = this.#parts;
    peer.trySend(encode({ type: 'hello', buildId, run: runId }));
    this.onCaughtUp();
    this.#owned.add(broadcaster.join(peer));
  }

  onText(text: string): boolean {
    const frame = parseBridgeUp(text);
    if (!frame) return false;
    void this.#command(frame);
    return true;
  }

  onCaughtUp(): void {
    const { source, broadcaster } = this.#parts;
    broadcaster.flush();
    for (const bytes of firstFrames(source)) this.#peer?.trySend(bytes);
  }

  onClosed(): void {
    this.#owned.dispose();
  }

  async #command(frame: BridgeUp): Promise<void> {
    const { id, name } = frame;
    if (this.#underWay >= MAX_COMMANDS) {
      this.#refuse(id, name, tooManyCommands());
      return;
    }
    this.#underWay += 1;
    try {
      const { router, owner } = this.#parts;
      const onWait = (forMs: number) =>
        this.#peer?.forceSend(encode({ type: 'waiting', id, forMs: Math.round(forMs) }));
      // Knowing the address does not prove that the person sits at the computer.
      const admit = (action: OwnerAction) => owner.admit(action, frame.code ?? null);
      const value = await router.run(name, frame.args, { id, onWait }, admit);
      this.#peer?.forceSend(encode({ type: 'result', id, ok: true, value }));
    } catch (failure) {
      this.#refuse(id, name, failure);
    } finally {
      this.#underWay -= 1;
    }
  }

  #refuse(id: number, name: string, failure: unknown): void {
    const problem = problemOf(failure);
    this.#parts.log.warn('A command was not carried out', {
      // Text from outside stays out of the log.
      name: isCommandName(name) ? name : 'unknown',
      problem: problem.code,
      failure,
    });
    this.#peer?.forceSend(encode({ type: 'result', id, ok: false, problem }));
  }
}
