import { get } from 'node:http';

const ANSWERS_WITHIN_MS = 1_000;

/** Whether something on this computer has a page at this address. Never rejects. */
export function isServed(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    try {
      const request = get(url, { timeout: ANSWERS_WITHIN_MS }, (answer) => {
        answer.resume();
        resolve(answer.statusCode === 200);
      });
      request.on('timeout', () => request.destroy());
      request.on('error', () => resolve(false));
    } catch {
      resolve(false);
    }
  });
}
