import { ChevronRight } from 'lucide-react';
import { selectDesktop } from '../../stores/dashboard-store.ts';
import { Button } from '../../ui/button.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { ShortAddress } from './short-address.tsx';

/** The platform shows these errors in the browser only: the app never hears of them. */
export function SignInHelp() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const redirectUri = useSelect(selectDesktop)?.setup.connect.redirectUri;
  return (
    <details className="how fold">
      <summary>
        <ChevronRight size={14} aria-hidden />
        {t('login.help')}
      </summary>
      <ul className="hints">
        <li>{t('login.help-id')}</li>
        <li>{t('login.help-redirect')}</li>
      </ul>
      {redirectUri ? (
        <ShortAddress
          label={t('connect.redirectUri')}
          address={redirectUri}
          copyLabel={t('application.redirect-copy')}
        />
      ) : null}
      <div className="card-row">
        <Button onPress={() => void dashboard.desktop('setup.go', { step: 'application' })}>
          {t('login.fix')}
        </Button>
      </div>
    </details>
  );
}
