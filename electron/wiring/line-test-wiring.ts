import type { DisposableStore } from '../base/disposables.ts';
import { isLoopbackAddress } from '../base/loopback.ts';
import { LineTest } from '../session/line-test.ts';
import { socketOpener } from '../session/socket.ts';
import { sessionTimes } from '../session/times.ts';
import type { ControlParts } from './control-parts.ts';

/** The test of the way to the platform, over the sockets that the stream itself uses. */
export function lineTestOf(
  { options, client }: Pick<ControlParts, 'options' | 'client'>,
  owned: DisposableStore,
): LineTest {
  const { baseUrl, clock, redactor, openSocket, timeScale } = options;
  return owned.add(
    new LineTest({
      sessions: client.sessions,
      openSocket: openSocket ?? socketOpener(clock, isLoopbackAddress(baseUrl)),
      times: sessionTimes(timeScale),
      redactor,
      clock,
    }),
  );
}
