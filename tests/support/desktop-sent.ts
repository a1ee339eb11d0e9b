import { CHANNELS } from '../../shared/preload.ts';
import type { LaunchedApp } from './desktop-launch.ts';

/** One message from the main process to a page. */
export interface SentMessage {
  readonly at: number;
  readonly address: string;
  readonly channel: string;
  readonly frames: readonly string[];
}

/** Writes down everything that the main process sends to its pages from now on. */
export async function recordSent(launched: LaunchedApp): Promise<() => Promise<SentMessage[]>> {
  await launched.app.evaluate(({ app, webContents }) => {
    const sent: SentMessage[] = [];
    Reflect.set(globalThis, '__sent', sent);
    const listen = (contents: Electron.WebContents): void => {
      const send = contents.send.bind(contents);
      contents.send = (channel, ...args) => {
        const frames: unknown = args[1];
        sent.push({
          at: performance.now(),
          address: contents.getURL(),
          channel,
          frames: Array.isArray(frames) ? frames.map(String) : [],
        });
        send(channel, ...args);
      };
    };
    for (const contents of webContents.getAllWebContents()) listen(contents);
    app.on('web-contents-created', (_event, contents) => listen(contents));
  });
  return () =>
    launched.app.evaluate(() => [...(Reflect.get(globalThis, '__sent') as SentMessage[])]);
}

/** The frames among them, as the pages got them. */
export function framesTo(sent: readonly SentMessage[], address: string): Record<string, unknown>[] {
  return sent
    .filter((message) => message.channel === CHANNELS.frames && message.address === address)
    .flatMap(({ frames }) => frames.map((frame) => JSON.parse(frame) as Record<string, unknown>));
}
