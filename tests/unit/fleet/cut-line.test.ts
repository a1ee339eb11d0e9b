import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { CutLine } from '../../fleet/cut-line.ts';

/** A server that answers what it hears. */
async function echo(): Promise<number> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket.on('error', () => undefined));
    socket.pipe(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

async function dial(port: number): Promise<{ ask(text: string): Promise<string>; say: Socket }> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  const ask = async (text: string): Promise<string> => {
    socket.write(text);
    const [answer] = await once(socket, 'data');
    return String(answer);
  };
  return { ask, say: socket };
}

it('a line that is cut closes nothing and passes nothing on, also for who calls then; what waited comes after it', async () => {
  const port = await echo();
  const line = await CutLine.open(port);
  onTestFinished(() => line.dispose());
  const [through, beside] = [await dial(line.port), await dial(port)];
  expect(await through.ask('one')).toBe('one');
  line.cut();
  const heard: string[] = [];
  through.say.on('data', (text) => heard.push(String(text)));
  through.say.write('two');
  const late = await dial(line.port);
  late.say.on('data', (text) => heard.push(String(text)));
  late.say.write('three');
  // As long as another way there and back takes, several times.
  for (let round = 0; round < 5; round += 1) await beside.ask('anything');
  expect(heard).toEqual([]);
  line.heal();
  await expect.poll(() => heard.toSorted()).toEqual(['three', 'two']);
});
