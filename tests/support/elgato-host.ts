import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { type WebSocket, WebSocketServer } from 'ws';

/** A message of Elgato's protocol, as far as the stand-in looks at it. */
interface Message {
  readonly event: string;
  readonly context?: string;
  readonly payload?: Record<string, unknown>;
}

type Controller = 'Keypad' | 'Encoder';

const DEVICE = 'device-1';
const PLUGIN = 'plugin-context';

interface HostOptions {
  /** The built plug-in. */
  readonly folder: string;
  readonly language: 'ko' | 'en';
  readonly settings: Record<string, unknown>;
}

/**
 * Stands in for Stream Deck: starts a plug-in as it does, with the port and the name to register with,
 * keeps its settings, and remembers what it drew. It has one device with keys and dials.
 */
export class ElgatoHost {
  readonly titles = new Map<string, string>();
  readonly pictures = new Map<string, string>();
  readonly feedback = new Map<string, Record<string, unknown>>();
  /** What the page of a key's settings was sent, newest last. */
  readonly inspector: Record<string, unknown>[] = [];
  readonly events: Message[] = [];
  errors = '';
  settings: Record<string, unknown>;
  readonly #options: HostOptions;
  readonly #server: WebSocketServer;
  readonly #actions = new Map<string, string>();
  #child: ChildProcess | null = null;
  #socket: WebSocket | null = null;

  private constructor(options: HostOptions, server: WebSocketServer) {
    this.#options = options;
    this.settings = options.settings;
    this.#server = server;
  }

  static async start(options: HostOptions): Promise<ElgatoHost> {
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    await once(server, 'listening');
    const host = new ElgatoHost(options, server);
    await host.#startPlugin();
    return host;
  }

  get isRunning(): boolean {
    return this.#child !== null && this.#child.exitCode === null;
  }

  count(event: string): number {
    return this.events.filter((each) => each.event === event).length;
  }

  appear(
    context: string,
    row: string,
    settings: Record<string, unknown> = {},
    controller: Controller = 'Keypad',
  ): void {
    this.#actions.set(context, `${this.#plugin}.${row}`);
    const coordinates = { column: 0, row: 0 };
    const payload = { settings, coordinates, controller, isInMultiAction: false, state: 0 };
    this.tell('willAppear', context, payload);
  }

  disappear(context: string): void {
    this.tell('willDisappear', context, { settings: {}, controller: 'Keypad' });
  }

  press(context: string): void {
    for (const event of ['keyDown', 'keyUp']) this.tell(event, context, { settings: {} });
  }

  push(context: string): void {
    for (const event of ['dialDown', 'dialUp']) this.tell(event, context, { settings: {} });
  }

  rotate(context: string, ticks: number): void {
    this.tell('dialRotate', context, { settings: {}, ticks, pressed: false });
  }

  setSettings(context: string, settings: Record<string, unknown>): void {
    this.tell('didReceiveSettings', context, { settings });
  }

  setGlobalSettings(settings: Record<string, unknown>): void {
    this.settings = settings;
    this.send({ event: 'didReceiveGlobalSettings', payload: { settings } });
  }

  openInspector(context: string): void {
    this.tell('propertyInspectorDidAppear', context);
  }

  fromInspector(context: string, payload: Record<string, unknown>): void {
    this.tell('sendToPlugin', context, payload);
  }

  tell(event: string, context: string, payload: object = {}): void {
    const action = this.#actions.get(context) ?? '';
    this.send({ event, action, context, device: DEVICE, payload });
  }

  send(message: object): void {
    this.sendText(JSON.stringify(message));
  }

  sendText(text: string): void {
    this.#socket?.send(text);
  }

  async stop(): Promise<void> {
    const child = this.#child;
    const ended = child && child.exitCode === null ? once(child, 'close') : null;
    child?.kill('SIGKILL');
    await ended;
    this.#server.close();
  }

  get #plugin(): string {
    return basename(this.#options.folder, '.sdPlugin');
  }

  async #startPlugin(): Promise<void> {
    const { port } = this.#server.address() as AddressInfo;
    const registered = new Promise<void>((done) => {
      this.#server.once('connection', (socket) => {
        this.#socket = socket;
        socket.once('message', (data) => {
          const message = JSON.parse(String(data)) as { event: string; uuid: string };
          if (message.event !== 'registerPlugin' || message.uuid !== PLUGIN) return;
          socket.on('message', (next) => this.#take(JSON.parse(String(next)) as Message));
          done();
        });
      });
    });
    const info = {
      application: {
        font: '',
        language: this.#options.language,
        platform: 'windows',
        platformVersion: '11',
        version: '7.1.0.20000',
      },
      plugin: { uuid: this.#plugin, version: '0.1.0.0' },
      devicePixelRatio: 2,
      colors: {},
      devices: [{ id: DEVICE, name: 'XL', size: { columns: 8, rows: 8 }, type: 2 }],
    };
    const args = ['-port', String(port), '-pluginUUID', PLUGIN];
    const child = spawn(
      process.execPath,
      [
        join(this.#options.folder, 'bin/plugin.js'),
        ...args,
        ...['-registerEvent', 'registerPlugin', '-info', JSON.stringify(info)],
      ],
      { cwd: this.#options.folder, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.errors += text;
      });
    }
    const ended = once(child, 'close').then(() => {
      throw new Error(`The plug-in ended before it registered.\n${this.errors}`);
    });
    await Promise.race([registered, ended]);
    ended.catch(() => undefined);
  }

  #take(message: Message): void {
    const { event, context = '', payload = {} } = message;
    this.events.push(message);
    if (event === 'setTitle') this.titles.set(context, String(payload['title']));
    if (event === 'setImage') this.pictures.set(context, String(payload['image']));
    if (event === 'setFeedback') {
      this.feedback.set(context, { ...this.feedback.get(context), ...payload });
    }
    if (event === 'sendToPropertyInspector') this.inspector.push(payload);
    if (event === 'setGlobalSettings') this.settings = payload;
    if (event === 'getGlobalSettings') this.setGlobalSettings(this.settings);
  }
}
