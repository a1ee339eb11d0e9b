import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WIDGETS_COMMANDS } from '../../../shared/contract/widgets.ts';
import { isValued, type StageEvent } from '../../../shared/events.ts';
import { parseJson } from '../../../shared/json.ts';
import type { WidgetEvent } from '../../../shared/overlay/custom-widgets.ts';
import { followerEvent } from '../../../shared/overlay/widget-events.ts';
import { trial } from '../../../shared/overlay/widget-tries.ts';

import type { DisposableStore } from '../../base/disposables.ts';
import { Emitter } from '../../base/emitter.ts';
import { createFiles } from '../../base/files.ts';
import type { MediaSource } from '../../server/file-answers.ts';
import type { WidgetEvents, WidgetLines } from '../../server/ports.ts';
import { readStaticFile } from '../../server/static-files.ts';
import type { ServedWidgetFile, WidgetPage, WidgetSource } from '../../server/widget-answers.ts';
import type { Feature, Services } from '../feature.ts';
import type { OverlayFeature } from '../overlay/index.ts';
import type { PeopleFeature } from '../people/index.ts';
import { fill } from './fill.ts';
import { endingOf, WIDGET_TYPES } from './package-names.ts';
import { type KeptPackage, PackageShelf } from './package-shelf.ts';
import { PackageUploads } from './package-uploads.ts';
import { SessionBook } from './session-book.ts';
import { encrypted, OWN_FILES, widgetDocument, widgetPolicy } from './widget-document.ts';
import { WidgetKeeper } from './widget-keeper.ts';
import { HASH, scriptFields, Widgets } from './widgets.ts';

export interface WidgetsFeature extends Feature<typeof WIDGETS_COMMANDS, 'widgets'> {
  readonly source: WidgetSource & WidgetLines;
  /** Writes what waits. */
  close(): Promise<void>;
}

type WidgetsServices = Pick<
  Services,
  | 'dataDir'
  | 'baseUrl'
  | 'pages'
  | 'clock'
  | 'makeKey'
  | 'log'
  | 'notices'
  | 'work'
  | 'hub'
  | 'ledger'
  | 'language'
  | 'account'
  | 'pageServer'
> & {
  readonly overlay: Pick<OverlayFeature, 'broadcast'>;
  readonly media: MediaSource;
  readonly people: Pick<PeopleFeature, 'onFollow'>;
};

const READ_LIMIT_MS = 30_000;
/** Where the platform's own pictures come from, before any was seen. */
const PLATFORM_PICTURES = ['https://ci.me', 'https://*.ci.me'];
const PLATFORM = /^https:\/\/(?:[\w-]+\.)*ci\.me$/;

/** Starts the widgets of others: their packages, their pages, and what they are told. */
export async function startWidgets(
  services: WidgetsServices,
  owned: DisposableStore,
): Promise<WidgetsFeature> {
  const { dataDir, clock, makeKey, log, work, hub, account, pageServer } = services;
  const files = createFiles(clock);
  const shelf = new PackageShelf({ folder: join(dataDir, 'widgets'), files, clock, log });
  await shelf.open().catch((failure: unknown) => log.error('widgets were not read', { failure }));
  const keeper = owned.add(
    new WidgetKeeper({ pathOf: (id) => shelf.storeOf(id), files, clock, log }),
  );
  const uploads = owned.add(new PackageUploads({ clock, makeKey }));
  const language = () => services.language.current;
  const widgets = new Widgets({
    ...services,
    language,
    shelf,
    uploads,
    keeper,
    read: (zip, folder) => work.run('read-widget', { zip, folder }, { limitMs: READ_LIMIT_MS }),
    urlOf: (id) => pageServer()?.widgetUrl(id) ?? '',
  });
  const onFailure = (failure: unknown) => log.error('a listener of widgets failed', { failure });
  const events = owned.add(new Emitter<WidgetEvents>(onFailure));
  const sessions = owned.add(new Emitter<void>(onFailure));
  const tell = (id: string, told: readonly WidgetEvent[]) => events.fire({ id, events: told });
  const platform = new URL(services.baseUrl).origin;
  const isPlatform = (origin: string) => origin === platform || PLATFORM.test(origin);
  const book = lazily(() => bookOf(services));
  owned.add(
    hub.onBatch(({ events: batch }) => {
      if (shelf.all.length === 0) return;
      widgets.pictures(picturesIn(batch).filter((origin) => !isPlatform(origin)));
      if (batch.some(isValued) && book().add(batch)) sessions.fire();
    }),
  );
  owned.add(
    services.people.onFollow((followers) => {
      const told = followers.map(({ name, channelId, since }) =>
        followerEvent(name, channelId, since ?? clock.now(), false),
      );
      if (shelf.all.length > 0) book().follow(told);
      for (const { id } of shelf.all) tell(id, told);
      sessions.fire();
    }),
  );
  const channel = () => {
    const { state } = account;
    if (state.kind !== 'signed-in' || state.channelId === null) return null;
    return { id: state.channelId, name: state.channelName ?? '' };
  };
  return {
    source: {
      page: (id) => pageOf(id, { ...services, shelf, keeper, widgets }),
      frames: () => widgets.frames,
      session: () => (shelf.all.length === 0 ? null : book().read(channel())),
      onFrames: widgets.onChange,
      onSession: sessions.on,
      onEvents: events.on,
      fault: (id, fault) => widgets.pause(id, fault),
      keep: (id, key, value) => void keep({ shelf, keeper, tell, onFailure }, { id, key, value }),
    },
    close: async () => {
      await widgets.close();
      await keeper.close();
    },
    commands: {
      'widgets.begin': async ({ name, bytes }) => ({ upload: uploads.begin(name, bytes) }),
      'widgets.part': async ({ upload, index, data }) => uploads.add(upload, index, data),
      'widgets.finish': ({ upload }) => widgets.find(upload),
      'widgets.install': async ({ draft, name, hosts, replace }) => ({
        id: await widgets.install(draft, name, hosts, replace),
      }),
      'widgets.discard': () => widgets.discard(),
      'widgets.remove': ({ id }) => widgets.remove(id),
      'widgets.hosts': ({ id, hosts }) => widgets.allow(id, hosts),
      'widgets.set': ({ id, values }) => widgets.set(id, values),
      'widgets.reset': ({ id }) => widgets.reset(id),
      'widgets.start': async ({ id }) => widgets.start(id),
      'widgets.try': async ({ id, what }) => {
        widgets.check(id);
        tell(id, trial(what, language(), clock.now()));
      },
      'widgets.press': async ({ id, field }) => {
        const { name, value } = widgets.button(id, field);
        const event = { listener: 'widget-button', field: name, value };
        tell(id, [{ listener: 'widget-button', event }]);
      },
    },
    feeds: { widgets: { read: () => widgets.state, onChange: widgets.onChange } },
  };
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function bookOf({ ledger, hub, overlay, language, clock }: WidgetsServices): SessionBook {
  return new SessionBook({
    repository: ledger.figures,
    latest: (limit) => hub.latestValued(limit),
    writtenSeq: () => hub.writtenSeq,
    beganAt: () => overlay.broadcast.beganAt,
    language: () => language.current,
    clock,
  });
}

interface KeepParts {
  readonly shelf: PackageShelf;
  readonly keeper: WidgetKeeper;
  readonly tell: (id: string, told: readonly WidgetEvent[]) => void;
  readonly onFailure: (failure: unknown) => void;
}

/** Every page that shows the widget hears of the new value. */
async function keep(
  { shelf, keeper, tell, onFailure }: KeepParts,
  { id, key, value }: { readonly id: string; readonly key: string; readonly value: string },
): Promise<void> {
  try {
    if (!shelf.get(id) || !(await keeper.set(id, key, value))) return;
    const data = { key: `customWidget.${key}`, value: parseJson(value) ?? null };
    tell(id, [{ listener: 'kvstore:update', event: { data } }]);
  } catch (failure) {
    onFailure(failure);
  }
}

/** Origins of every picture that these events name. */
function picturesIn(events: readonly StageEvent[]): readonly string[] {
  const found = new Set<string>();
  const add = (address: string | null) => {
    if (address !== null && URL.canParse(address)) found.add(new URL(address).origin);
  };
  for (const { data } of events) {
    if ('emojis' in data) for (const address of Object.values(data.emojis)) add(address);
    if (!('profile' in data)) continue;
    for (const { imageUrl } of data.profile?.badges ?? []) add(imageUrl);
  }
  return [...found];
}

interface PageParts extends Pick<WidgetsServices, 'pages' | 'media' | 'baseUrl'> {
  readonly shelf: PackageShelf;
  readonly keeper: WidgetKeeper;
  readonly widgets: Widgets;
  readonly language: { readonly current: 'ko' | 'en' };
}

function pageOf(id: string, parts: PageParts): WidgetPage | null {
  const kept = parts.shelf.get(id);
  if (!kept) return null;
  const pictures = [...PLATFORM_PICTURES, new URL(parts.baseUrl).origin, ...parts.shelf.pictures];
  return {
    policy: (own, ancestors) => widgetPolicy({ own, hosts: kept.allowed, pictures, ancestors }),
    open: (path) => openFile(kept, path, parts),
  };
}

async function openFile(
  kept: KeptPackage,
  path: string,
  parts: PageParts,
): Promise<ServedWidgetFile | null> {
  if (path === '') return documentOf(kept, parts);
  const [folder, name = ''] = path.split('/');
  if (folder === OWN_FILES) return ownFile(name, parts);
  if (folder === 'media' && HASH.test(name)) return mediaFile(kept, name, parts);
  return packageFile(kept, path, parts);
}

async function ownFile(name: string, { pages }: PageParts): Promise<ServedWidgetFile | null> {
  const own = await readStaticFile(join(pages.overlay, 'widget-frame'), name);
  return own && { type: own.contentType, body: new Uint8Array(own.bytes) };
}

/** A picture, sound, or video of the library, if a field of this widget has it. */
async function mediaFile(
  { values }: KeptPackage,
  hash: string,
  { media }: PageParts,
): Promise<ServedWidgetFile | null> {
  if (!Object.values(values).flat().includes(hash)) return null;
  const item = await media.open(hash);
  return item && { type: item.type, body: item.read(0, item.bytes) };
}

async function packageFile(
  kept: KeptPackage,
  path: string,
  { shelf, widgets }: PageParts,
): Promise<ServedWidgetFile | null> {
  const file = shelf.fileOf(kept, path);
  if (file === null) return null;
  const { css, js } = kept.parts;
  if (path !== css && path !== js) {
    const type = WIDGET_TYPES[endingOf(path)] ?? 'application/octet-stream';
    return { type, body: new Uint8Array(await readFile(file)) };
  }
  const part = path === css ? 'css' : 'js';
  const type = `text/${part === 'css' ? 'css' : 'javascript'}; charset=utf-8`;
  const text = fill(await widgets.textOf(kept, path), scriptFields(kept), part);
  return { type, body: encrypted(text) };
}

async function documentOf(
  kept: KeptPackage,
  { widgets, keeper, language }: PageParts,
): Promise<ServedWidgetFile> {
  const { html } = kept.parts;
  const text = html === null ? '' : await widgets.textOf(kept, html);
  const setup = {
    fields: scriptFields(kept),
    store: await keeper.read(kept.id),
    language: language.current,
  };
  return { type: 'text/html; charset=utf-8', body: widgetDocument(text, kept.parts, setup) };
}
