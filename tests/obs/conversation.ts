import type { RealObs } from '../support/obs-kit.ts';
import { haveConversation, type ObsOutcome, type ObsRecording } from '../support/obs-scenario.ts';

/** Every event except meters, which come twenty times a second. */
const EVENTS = 0x7ff | (1 << 17) | (1 << 18) | (1 << 19);
/** OBS tells of what it did some frames later. */
const TELLS_WITHIN_MS = 250;

/** Has the conversation with a real OBS that was just started. */
export async function conversationWith(obs: RealObs): Promise<ObsRecording> {
  const hand = await obs.connect({ events: EVENTS });
  const events: { type: string; data: Readonly<Record<string, unknown>> }[] = [];
  hand.on('*', (data, type) => events.push({ type, data }));
  const say = async (request: string, data: object): Promise<ObsOutcome> => {
    events.length = 0;
    const outcome = await hand.call(request, data).then(
      (answer) => ({ code: 100, answer }),
      (failure: { code: number }) => ({ code: failure.code, answer: null }),
    );
    await new Promise((done) => setTimeout(done, TELLS_WITHIN_MS));
    return { ...outcome, events: [...events] };
  };
  const steps = await haveConversation(say);
  hand.close();
  return { obs: String(steps['version']?.answer?.['obsVersion']), steps };
}
