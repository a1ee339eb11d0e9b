import { Check, KeyRound, ShieldAlert, ShieldCheck, ShieldOff } from 'lucide-react';
import type { DesktopState } from '../../../shared/desktop.ts';
import { selectDesktop } from '../../stores/dashboard-store.ts';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { ActionButton } from '../action-button.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';

type Vault = DesktopState['vault'];

/** What protects the sign-in on this computer, and the user's decision where nothing does. */
export function VaultCard({ vault }: { readonly vault: Vault }) {
  const { t } = useWords();
  return (
    <Card icon={KeyRound} title={t('vault.title')}>
      {vault.protection === 'system' ? (
        <Callout
          tone="live"
          icon={ShieldCheck}
          title={t('vault.system')}
          text={t('vault.system-text')}
        />
      ) : (
        <WeakVault allowed={vault.allowWeak} />
      )}
    </Card>
  );
}

/** Asks on the live page until the user decides; renders nothing if no decision is needed. */
export function VaultQuestion() {
  const vault = useSelect(selectDesktop)?.vault;
  if (vault?.protection !== 'weak' || vault.allowWeak !== null) return null;
  return <WeakVault allowed={null} />;
}

function WeakVault({ allowed }: { readonly allowed: Vault['allowWeak'] }) {
  const { t } = useWords();
  return (
    <Callout
      tone={allowed === false ? 'neutral' : 'warn'}
      icon={allowed === false ? ShieldOff : ShieldAlert}
      title={t('vault.weak')}
      text={t('vault.weak-text')}
    >
      <p className="vault-word" role="status">
        {t(allowed === null ? 'vault.ask' : allowed ? 'vault.allowed' : 'vault.refused')}
      </p>
      <div className="card-row answers">
        {allowed === true ? null : <AllowButton allow />}
        {allowed === false ? null : <AllowButton allow={false} />}
      </div>
      <ActionProblem action="vault.allow-weak" />
    </Callout>
  );
}

function AllowButton({ allow }: { readonly allow: boolean }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  return (
    <ActionButton
      action="vault.allow-weak"
      icon={allow ? Check : ShieldOff}
      onPress={() => void dashboard.desktop('vault.allow-weak', { allow })}
    >
      {t(allow ? 'vault.allow' : 'vault.refuse')}
    </ActionButton>
  );
}
