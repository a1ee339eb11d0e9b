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
  | 'demo'
  | 'account'
  | 'tokens'
  | 'keeper'
  | 'hub'
  | 'notices'
  | 'language'
  | 'pageServer'
  | 'clock'
  | 'log'
> & { readonly alerts: AlertsFeature };

/** Starts the account feature: sign-in, connection status, language and notices. */
export function startAccount(services: AccountServices, owned: DisposableStore): AccountFeature {
  const { demo, account, tokens, keeper, hub, notices, language, pageServer, clock, log } =
    services;
  const { queue, pages } = services.alerts;
  const status = owned.add(
    new StatusSource({
      demo,
      account,
      tokens,
      keeper,
      hub,
      alerts: queue,
      notices,
      overlay: () => ({ url: pageServer()?.overlayUrl ?? '', connectedPages: pages.connected }),
      onOverlayPages: pages.onChange,
      clock,
      log,
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

interface CommandParts {
  readonly account: Pick<Services['account'], 'signIn' | 'signOut'>;
  readonly language: Pick<Services['language'], 'choose'>;
  readonly notices: Pick<Services['notices'], 'dismiss'>;
}

export function accountCommands({
  account,
  language,
  notices,
}: CommandParts): AccountFeature['commands'] {
  return {
    'sign-in.start': async ({ prompt }) => ({ url: await account.signIn(prompt) }),
    'sign-in.sign-out': () => account.signOut(),
    'settings.set-language': (args) => language.choose(args.language),
    async 'notice.dismiss'({ id }) {
      notices.dismiss(id);
    },
  };
}
