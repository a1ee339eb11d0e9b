import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { DisposableStore } from '../../../electron/base/disposables.ts';
import { Emitter } from '../../../electron/base/emitter.ts';
import { makeKey } from '../../../electron/base/random.ts';
import { createImagePolicy } from '../../../electron/events/field-sanitizer.ts';
import { EventHub } from '../../../electron/events/hub.ts';
import { startWidgets, type WidgetsFeature } from '../../../electron/features/widgets/index.ts';
import { readPackage } from '../../../electron/features/widgets/package-reader.ts';
import { NoticeBoard } from '../../../electron/host/notice-board.ts';
import type { MediaSource } from '../../../electron/server/file-answers.ts';
import type { WidgetEvents } from '../../../electron/server/ports.ts';
import { WIDGET_PART_BYTES } from '../../../shared/contract/widgets.ts';
import type { EventKind } from '../../../shared/events.ts';
import { wireFrame } from '../../fixtures/wire-events.ts';
import { receiveText } from '../../support/receive-text.ts';
import { settle, VirtualClock } from '../../support/virtual-clock.ts';
import { packTexts } from '../../support/widget-packages.ts';
import { rememberingLogger } from '../events/support.ts';
import { memoryLedger, temporaryFolder } from '../storage/support.ts';

interface Followed {
  readonly name: string;
  readonly channelId: string;
  readonly since: number | null;
}

interface Import {
  readonly file?: string;
  readonly name?: string;
  readonly hosts?: readonly string[];
  readonly replace?: string | null;
}

/** The widgets of others on a real folder, a real hub, and a clock in the test's hands. */
export class WidgetsWorld {
  readonly clock = new VirtualClock();
  readonly ledger = memoryLedger(this.clock);
  readonly dataDir = temporaryFolder();
  readonly pages = { overlay: temporaryFolder(), dashboard: '' };
  readonly lines: ReturnType<typeof rememberingLogger>['lines'];
  readonly notices: NoticeBoard;
  readonly hub: EventHub;
  readonly follows: Emitter<readonly Followed[]>;
  readonly media = new Map<string, string>();
  /** What pages were told of single packages, oldest first. */
  readonly told: WidgetEvents[] = [];
  account: object = { kind: 'signed-out' };
  beganAt = 0;
  /** The overlay's key; null: this host has no pages. */
  key: string | null = 'key';
  /** Milliseconds that a package may take to be read, as it was asked for. */
  readLimit = 0;
  readonly #log: ReturnType<typeof rememberingLogger>['log'];
  #owned = new DisposableStore();
  #widgets: WidgetsFeature | null = null;

  private constructor() {
    const { log, lines } = rememberingLogger();
    this.lines = lines;
    this.#log = log;
    this.notices = new NoticeBoard(this.clock, log);
    const onFailure = (failure: unknown): never => {
      throw failure;
    };
    this.follows = new Emitter(onFailure);
    this.hub = new EventHub({
      clock: this.clock,
      log,
      ledger: this.ledger,
      imagePolicy: createImagePolicy({ allowLoopbackHttp: false }),
      onFailure,
    });
    onTestFinished(async () => {
      await this.close();
      this.hub.dispose();
    });
  }

  static async start(): Promise<WidgetsWorld> {
    const world = new WidgetsWorld();
    await world.open();
    return world;
  }

  get widgets(): WidgetsFeature {
    if (!this.#widgets) throw new TypeError('The widgets were not started.');
    return this.#widgets;
  }

  get ask() {
    return this.widgets.commands;
  }

  get source() {
    return this.widgets.source;
  }

  get rows() {
    return this.widgets.feeds.widgets.read().packages;
  }

  row(id: string) {
    const row = this.rows.find((each) => each.id === id);
    if (!row) throw new TypeError('There is no such widget.');
    return row;
  }

  async open(): Promise<void> {
    this.#owned = new DisposableStore();
    this.#widgets = await startWidgets(
      {
        dataDir: this.dataDir,
        baseUrl: 'https://api.platform.example/v1',
        pages: this.pages,
        clock: this.clock,
        makeKey,
        log: this.#log,
        notices: this.notices,
        work: {
          run: (_job: string, { zip, folder }: Zip, { limitMs }: { limitMs: number }) => {
            this.readLimit = limitMs;
            return readPackage(zip, folder);
          },
        } as never,
        hub: this.hub,
        ledger: this.ledger,
        language: { current: 'en' } as never,
        account: { state: this.account } as never,
        pageServer: () =>
          this.key === null
            ? null
            : ({ widgetUrl: (id: string) => `http://w${id}.localhost:1/${this.key}/` } as never),
        overlay: { broadcast: { beganAt: this.beganAt } as never },
        media: this.#library,
        people: { onFollow: this.follows.on as never },
      },
      this.#owned,
    );
    this.#widgets.source.onEvents((events) => this.told.push(events));
  }

  async close(): Promise<void> {
    await this.#widgets?.close();
    this.#owned.dispose();
    await settle();
  }

  /** What is kept is read anew. */
  async restart(): Promise<void> {
    await this.close();
    await this.open();
  }

  /** Sends a package as the page does. */
  async upload(zip: Uint8Array, file = 'widget.zip'): Promise<string> {
    const { upload } = await this.ask['widgets.begin']({ name: file, bytes: zip.length });
    for (let index = 0; index * WIDGET_PART_BYTES < zip.length; index += 1) {
      const part = zip.slice(index * WIDGET_PART_BYTES, (index + 1) * WIDGET_PART_BYTES);
      const data = Buffer.from(part).toString('base64');
      await this.ask['widgets.part']({ upload, index, data });
    }
    return upload;
  }

  async find(texts: Readonly<Record<string, string>>, file?: string) {
    return this.ask['widgets.finish']({ upload: await this.upload(packTexts(texts), file) });
  }

  /** Its id. */
  async install(texts: Readonly<Record<string, string>>, given: Import = {}): Promise<string> {
    const found = await this.find(texts, given.file);
    const { name = found.name, hosts = [], replace = null } = given;
    const { draft } = found;
    const asked = { draft, name, hosts: [...hosts], replace };
    return (await this.ask['widgets.install'](asked)).id;
  }

  /** A file of a widget as its frame loads it; null: there is none. */
  async load(id: string, path: string): Promise<{ type: string; text: string } | null> {
    const file = await this.source.page(id)?.open(path);
    return file ? { type: file.type, text: await new Response(file.body).text() } : null;
  }

  policy(id: string): string {
    return this.source.page(id)?.policy('http://own/', ['http://overlay']) ?? '';
  }

  /** So many events arrive, which the hub hands on. */
  async happen(kind: EventKind, data: Readonly<Record<string, unknown>> = {}): Promise<void> {
    receiveText(this.hub, wireFrame(kind, data));
    this.hub.flush();
    await settle();
  }

  /** Resolves once it holds, after whatever the disk takes. */
  async until(holds: () => boolean | Promise<boolean>): Promise<void> {
    while (!(await holds())) await settle();
  }

  get #library(): MediaSource {
    return {
      open: async (hash) => {
        const text = this.media.get(hash);
        if (text === undefined) return null;
        const bytes = new TextEncoder().encode(text);
        return {
          type: 'image/png',
          bytes: bytes.length,
          read: (from, to) =>
            new ReadableStream({
              start: (flow) => {
                flow.enqueue(bytes.slice(from, to));
                flow.close();
              },
            }),
        };
      },
    };
  }

  /** The text of a file in the folder of all widgets. */
  kept(...path: readonly string[]): string {
    return readFileSync(join(this.dataDir, 'widgets', ...path), 'utf8');
  }

  has(...path: readonly string[]): boolean {
    return existsSync(join(this.dataDir, 'widgets', ...path));
  }

  /** What a widget keeps has this text; null: is a folder, which can be neither read nor replaced. */
  spoil(id: string, text: string | null): void {
    const path = join(this.dataDir, 'widgets', id, 'store.json');
    if (text === null) mkdirSync(join(path, 'full'), { recursive: true });
    else writeFileSync(path, text);
  }

  /** A file that the app gives every frame. */
  ownFile(name: string, text: string): void {
    mkdirSync(join(this.pages.overlay, 'widget-frame'), { recursive: true });
    writeFileSync(join(this.pages.overlay, 'widget-frame', name), text);
  }
}

interface Zip {
  readonly zip: string;
  readonly folder: string;
}

/** A widget with a field of each sort that matters here. */
export const GOAL = {
  'index.html': '<p>{{title}}</p>',
  'style.css': 'p { color: {color}; background: url("//cdn.example/a.png") }',
  'script.js': 'fetch("https://api.example/v1"); fetch("http://192.168.0.2/x"); // {title}',
  'fields.json': JSON.stringify({
    widgetName: { type: 'hidden', value: 'Goal' },
    widgetAuthor: { type: 'hidden', value: 'Somebody' },
    title: { type: 'text', label: 'Title', value: 'Beams' },
    color: { type: 'colorpicker', value: '#fff' },
    most: { type: 'number', value: 10 },
    picture: { type: 'image-input', value: '' },
    pictures: { type: 'image-input', multiple: true, value: [] },
    reset: { type: 'button', label: 'Reset', value: 'go' },
  }),
  'README.md': 'words',
  'setup.exe': 'no',
};
