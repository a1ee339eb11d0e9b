// A process of its own: 50 programs at the API's socket, as tools beside the app are.
// Its port, key and number of programs come by the environment; it prints a line when all listen.
import { WebSocket } from 'ws';
import { API_SOCKET } from '../../shared/api/v1.ts';

const { STAGELIGHT_PORT: port, STAGELIGHT_API_KEY: key = '', PROGRAMS: programs } = process.env;

async function program(): Promise<void> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${API_SOCKET}`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  const heard = new Promise((resolve) => socket.on('message', resolve));
  socket.on('message', (data) => JSON.parse(String(data)));
  socket.send(JSON.stringify({ type: 'subscribe', id: 1, topics: ['events'] }));
  await heard;
}

await Promise.all(Array.from({ length: Number(programs) }, program));
process.stdout.write('listening\n');
