import type { DisposableStore } from '../base/disposables.ts';
import { LiveWatch } from '../stream/live-watch.ts';
import type { ControlParts } from './control-parts.ts';

/** The one watch of the live status, which follows whoever is signed in. */
export function watchLive(
  { options, client, account }: Pick<ControlParts, 'options' | 'client' | 'account'>,
  owned: DisposableStore,
): LiveWatch {
  const { clock, random, log } = options;
  const watch = owned.add(new LiveWatch({ lives: client.lives, clock, random, log }));
  owned.add(account.onIdentified((channelId) => watch.follow(channelId)));
  owned.add(
    account.onChange(({ kind }) => {
      if (kind === 'signed-out') watch.rest();
    }),
  );
  return watch;
}
