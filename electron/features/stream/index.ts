import type { STREAM_COMMANDS } from '../../../shared/contract/stream.ts';
import type { DisposableStore } from '../../base/disposables.ts';
import type { Feature, Services } from '../feature.ts';
import { LiveWatch } from './live-watch.ts';
import { streamCategoryOf } from './platform-parts.ts';
import { StreamPresets } from './presets.ts';
import { StreamStateKeeper } from './stream-state.ts';

export interface StreamFeature extends Feature<typeof STREAM_COMMANDS, 'stream'> {
  readonly live: LiveWatch;
}

type StreamServices = Pick<
  Services,
  'client' | 'tokens' | 'account' | 'ledger' | 'settings' | 'makeKey' | 'redactor'
> &
  Pick<Services, 'clock' | 'random' | 'log'>;

const CATEGORIES_MOST = 20;

/** Starts the stream feature: the stream's and the chat's settings, and the live status. */
export function startStream(services: StreamServices, owned: DisposableStore): StreamFeature {
  const { client, redactor, tokens, account, ledger, settings } = services;
  // First, so that it follows the account before the others read it.
  const live = owned.add(new LiveWatch({ ...services, lives: client.lives }));
  owned.add(account.onIdentified((channelId) => live.follow(channelId)));
  owned.add(
    account.onChange(({ kind }) => {
      if (kind === 'signed-out') live.rest();
    }),
  );
  const presets = new StreamPresets(settings, services.makeKey);
  const scopes = () => tokens.grant?.scopes ?? null;
  const repository = ledger.stream;
  const keeper = owned.add(
    new StreamStateKeeper({ ...services, api: client, live, repository, presets, scopes }),
  );
  // Values stay when the grant expires.
  owned.add(account.onIdentified((channelId) => keeper.begin(channelId)));
  let shown = settings.get().streamPresets;
  owned.add(
    settings.onChange(({ streamPresets }) => {
      if (streamPresets === shown) return;
      shown = streamPresets;
      keeper.presetsChanged();
    }),
  );
  return {
    live,
    feeds: { stream: { read: () => keeper.desk(), onChange: keeper.onChange } },
    commands: {
      'stream.look': async ({ only }) => {
        if (only === 'live') void live.read(true);
        else keeper.look();
      },
      'stream.refresh': () => keeper.refresh(),
      'stream.set': ({ basedOn, ...change }) => keeper.set(change, basedOn),
      'stream.set-chat': ({ basedOn, ...change }) => keeper.set(change, basedOn),
      'stream.check': async (change) => ({ found: await keeper.check(change) }),
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
      'stream.preset-remove': ({ id }) => presets.remove(id),
      'stream.preset-apply': ({ id, basedOn }) => keeper.applyPreset(id, basedOn),
      'stream.undo': ({ id }) => keeper.undo(id),
    },
  };
}
