import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Clock } from '../../../../electron/base/clock.ts';

/** A way to the platform that takes its time: accepts at once, and lets through later. */
export interface SlowDoor {
  readonly port: number;
  /** How long a connection waits, in simulated milliseconds; `Infinity`: for ever. */
  holdMs: number;
  dispose(): void;
}

export function openSlowDoor(clock: Clock, platformPort: number): Promise<SlowDoor> {
  const lines = new Set<Socket>();
  const keep = (line: Socket): Socket => {
    lines.add(line);
    // Else small frames wait in real time for the other side's word.
    line.setNoDelay(true);
    line.on('close', () => lines.delete(line));
    return line.on('error', () => line.destroy());
  };
  const door = { holdMs: 0, port: 0, dispose: (): void => undefined };
  const server = createServer({ pauseOnConnect: true }, (line) => {
    keep(line);
    if (door.holdMs === Number.POSITIVE_INFINITY) return;
    clock.setTimeout(() => {
      if (line.destroyed) return;
      const onward = keep(connect(platformPort, '127.0.0.1'));
      line.pipe(onward).pipe(line);
      line.on('close', () => onward.destroy());
      onward.on('close', () => line.destroy());
    }, door.holdMs);
  });
  door.dispose = () => {
    server.close();
    for (const line of lines) line.destroy();
  };
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      door.port = (server.address() as AddressInfo).port;
      resolve(door);
    });
  });
}
