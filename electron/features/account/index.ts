import type { ACCOUNT_COMMANDS } from '../../../shared/contract/account.ts';
import type { DisposableStore } from '../../base/disposables.ts';
import type { AlertsFeature } from '../alerts/index.ts';
import type { Feature, Services } from '../feature.ts';
import { StatusSource } from './status-source.ts';

export interface AccountFeature
  extends Feature<typeof ACCOUNT_COMMANDS, 'language' | 'status' | 'connectionHistory'> {
  readonly status: StatusSource;
}

type AccountServices = Pick<
  Services,
  'demo' | 'account' | 'tokens' | 'keeper' | 'hub' | 'notices'
> &
  Pick<Services, 'language' | 'pageServer' | 'clock' | 'log'> & { readonly alerts: AlertsFeature };

/** Starts the account feature: sign-in, connection status, language and notices. */
export function startAccount(services: AccountServices, owned: DisposableStore): AccountFeature {
  const { keeper, language, pageServer } = services;
  const { queue, pages } = services.alerts;
  const status = owned.add(
    new StatusSource({
      ...services,
      alerts: queue,
      overlay: () => ({ url: pageServer()?.overlayUrl ?? '', connectedPages: pages.connected }),
      onOverlayPages: pages.onChange,
    }),
  );
  return {
    status,
    commands: accountCommands(services),
    feeds: {
      language: { read: () => language.current, onChange: language.onChange },
      status: { read: () => status.read(), onChange: status.onChange },
      connectionHistory: {
        read: () => keeper.recorder.connectionHistory,
        onChange: keeper.recorder.onConnectionHistory,
      },
    },
  };
}

export function accountCommands({
  account,
  language,
  notices,
}: {
  readonly account: Pick<Services['account'], 'signIn' | 'signOut'>;
  readonly language: Pick<Services['language'], 'choose'>;
  readonly notices: Pick<Services['notices'], 'dismiss'>;
}): AccountFeature['commands'] {
  return {
    'sign-in.start': async ({ prompt }) => ({ url: await account.signIn(prompt) }),
    'sign-in.sign-out': () => account.signOut(),
    'settings.set-language': (args) => language.choose(args.language),
    'notice.dismiss': async ({ id }) => notices.dismiss(id),
  };
}
