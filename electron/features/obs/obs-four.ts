import { WebSocket } from 'ws';
import { isJsonObject, parseJson } from '../../../shared/json.ts';
import type { Clock } from '../../base/clock.ts';

const LIMIT_MS = 2_000;
const QUESTION = { 'request-type': 'GetVersion', 'message-id': 'stagelight' };

/**
 * Whether obs-websocket 4 answers there (OBS before 28): it has no subprotocol, and tells its
 * version to everybody. Never rejects.
 */
export function speaksFour(address: string, clock: Clock, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const client = new WebSocket(address, { perMessageDeflate: false, followRedirects: false });
    const end = (answer: boolean): void => {
      timer.dispose();
      signal.removeEventListener('abort', giveUp);
      client.terminate();
      resolve(answer);
    };
    const giveUp = (): void => end(false);
    const timer = clock.setTimeout(giveUp, LIMIT_MS);
    signal.addEventListener('abort', giveUp);
    client.on('open', () => client.send(JSON.stringify(QUESTION)));
    client.on('message', (data) => {
      const answer = parseJson(data.toString());
      end(isJsonObject(answer) && 'obs-websocket-version' in answer);
    });
    client.on('error', giveUp);
    client.on('close', giveUp);
    if (signal.aborted) giveUp();
  });
}
