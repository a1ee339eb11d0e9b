import { type Disposable, DisposableStore } from '../base/disposables.ts';
import { RoleLists, type RoleListsOptions } from '../people/role-lists.ts';
import { type Account, SIGNED_OUT_HERE } from './account.ts';

export interface PeopleOptions extends RoleListsOptions {
  readonly account: Pick<Account, 'onChange' | 'onIdentified'>;
}

/**
 * Lets the lists of people follow the account. A grant that ended by itself leaves what is known:
 * the stream may still deliver, and the same person usually comes back.
 */
export function followPeople({ account, ...options }: PeopleOptions): Disposable {
  const owned = new DisposableStore();
  const lists = owned.add(new RoleLists(options));
  owned.add(account.onIdentified((channelId) => lists.begin(channelId)));
  owned.add(
    account.onChange((state) => {
      if (state.kind !== 'signed-out') return;
      if (state.reason === SIGNED_OUT_HERE) lists.end();
      else lists.pause();
    }),
  );
  return owned;
}
