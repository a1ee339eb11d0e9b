import type { STREAM_COMMANDS } from '../../shared/contract/stream.ts';
import type { DisposableStore } from '../base/disposables.ts';
import type { CommandHandlers, FeedSources } from '../outputs/ports.ts';
import type { LiveWatch } from '../stream/live-watch.ts';
import { streamCategoryOf } from '../stream/platform-parts.ts';
import { PresetBook } from '../stream/preset-book.ts';
import { StreamDeskKeeper } from '../stream/stream-desk-keeper.ts';
import type { ControlParts } from './control-parts.ts';

export interface StreamRoom {
  readonly commands: CommandHandlers<keyof typeof STREAM_COMMANDS>;
  readonly feed: FeedSources['stream'];
  readonly keeper: StreamDeskKeeper;
}

/** Categories that one search answers. */
const CATEGORIES_MOST = 20;

/** Stream and chat settings; `live` is the one watch of the live status. */
export function streamRoom(
  parts: ControlParts,
  live: LiveWatch,
  owned: DisposableStore,
): StreamRoom {
  const { client } = parts;
  const { redactor } = parts.options;
  const presets = presetBook(parts);
  const keeper = followStream(parts, live, presets, owned);
  return {
    keeper,
    feed: { read: () => keeper.desk(), onChange: keeper.onChange },
    commands: {
      async 'stream.look'() {
        keeper.look();
      },
      async 'stream.refresh'() {
        await keeper.refresh();
      },
      async 'stream.set'({ basedOn, ...change }) {
        await keeper.set(change, basedOn);
      },
      async 'stream.set-chat'({ basedOn, ...change }) {
        await keeper.set(change, basedOn);
      },
      async 'stream.categories'({ keyword }) {
        const found = await client.categories.search({ keyword, size: CATEGORIES_MOST });
        return { categories: found.map(streamCategoryOf) };
      },
      async 'stream.key'() {
        const streamKey = await client.streams.key();
        redactor.hideAlways(streamKey);
        return { streamKey };
      },
      'stream.preset-save': async (preset) => ({ id: await presets.save(preset) }),
      async 'stream.preset-remove'({ id }) {
        await presets.remove(id);
      },
      'stream.preset-apply': ({ id, basedOn }) => keeper.applyPreset(id, basedOn),
      'stream.undo': ({ id }) => keeper.undo(id),
    },
  };
}

function presetBook({ options: { settings, makeKey } }: ControlParts): PresetBook {
  return new PresetBook(
    {
      get: () => settings.get().streamPresets,
      async update(change) {
        await settings.update((now) => ({ streamPresets: [...change(now.streamPresets)] }));
      },
    },
    makeKey,
  );
}

/** Lets the desk follow the account. What was read stays where the grant has ended. */
function followStream(
  { options, client, tokens, account, ledger }: ControlParts,
  live: LiveWatch,
  presets: PresetBook,
  owned: DisposableStore,
): StreamDeskKeeper {
  const { clock, random, log, settings } = options;
  const keeper = owned.add(
    new StreamDeskKeeper({
      ...{ api: client, live, books: ledger.stream, presets, clock, random, log },
      scopes: () => tokens.grant?.scopes ?? null,
    }),
  );
  owned.add(account.onIdentified((channelId) => keeper.begin(channelId)));
  let shown = settings.get().streamPresets;
  owned.add(
    settings.onChange(({ streamPresets }) => {
      if (streamPresets === shown) return;
      shown = streamPresets;
      keeper.presetsChanged();
    }),
  );
  return keeper;
}
