import type { Simulator } from '../../electron/simulator/server.ts';
import type { Diary } from './diary.ts';

const MOST_CLAIMS = 40;
const CLAIMS_PATH = '/api/openapi/open/v1/drops/reward-claims';

interface PayoutBody {
  readonly claimIds: readonly string[];
  readonly fulfillmentState: string;
}

/** The viewers' claims to rewards, and what the app tells the platform of them. */
export class DropsClaims {
  readonly #simulator: Simulator;
  readonly #diary: Diary;

  constructor(simulator: Simulator, diary: Diary) {
    this.#simulator = simulator;
    this.#diary = diary;
  }

  add(): void {
    const claims = this.#claims();
    const [like] = claims;
    if (!like || claims.length >= MOST_CLAIMS) return;
    const { campaign, reward, user } = like;
    const at = this.#simulator.clock.now();
    this.#simulator.world.drops.addClaim({ campaign, reward, user, claimedAt: at, updatedAt: at });
  }

  /** What a streamer's game would do twice, or lose. */
  watchPayout(operation: string, body: string): void {
    if (operation !== `PUT ${CLAIMS_PATH}`) return;
    const { claimIds, fulfillmentState } = JSON.parse(body) as PayoutBody;
    if (fulfillmentState !== 'FULFILLED') this.#diary.fault(`set back: ${claimIds.join()}`);
    const claims = this.#claims();
    const paid = claimIds.filter(
      (id) => claims.find(({ claimId }) => claimId === id)?.fulfillmentState === 'FULFILLED',
    );
    if (paid.length > 0) this.#diary.fault(`sent as paid again: ${paid.join()}`);
  }

  #claims() {
    const { world, clientId } = this.#simulator;
    const application = world.application(clientId);
    return application ? world.drops.claims(application) : [];
  }
}
