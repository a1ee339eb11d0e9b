import { Check, ChevronRight, Lock, ShieldCheck } from 'lucide-react';
import { selectStatus } from '../../stores/dashboard-store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { GrantScopes } from '../connection/scopes.tsx';
import { useSelect, useWords } from '../context.ts';

/** Every platform permission and what it allows. */
export function PermitCard() {
  const { t } = useWords();
  const status = useSelect(selectStatus);
  const signedIn = status?.tokens !== null && status !== null;
  const granted = new Set(status?.scopes.granted ?? []);
  const has = PERMITS.filter((scope) => granted.has(scope));
  const lacks = PERMITS.filter((scope) => !granted.has(scope));
  return (
    <Card
      icon={ShieldCheck}
      title={t('permit.title')}
      aside={
        signedIn ? (
          <Badge tone={lacks.length === 0 ? 'live' : 'warn'}>
            {t('permit.count', { granted: has.length, all: PERMITS.length })}
          </Badge>
        ) : null
      }
    >
      {signedIn ? null : <p className="card-note">{t('permit.signed-out')}</p>}
      {signedIn && lacks.length > 0 ? <Missing scopes={lacks} /> : null}
      {signedIn && lacks.length === 0 ? (
        <Callout tone="live" icon={Check} title={t('permit.all')} />
      ) : null}
      {signedIn && has.length > 0 ? (
        <details className="how permits-granted">
          <summary>
            <ChevronRight size={14} aria-hidden />
            {t('permit.granted')}
          </summary>
          <PermitList scopes={has} granted />
        </details>
      ) : null}
    </Card>
  );
}

type Permit = (typeof PERMITS)[number];

function Missing({ scopes }: { readonly scopes: readonly Permit[] }) {
  const { t } = useWords();
  return (
    <>
      <h3>{t('permit.missing')}</h3>
      <PermitList scopes={scopes} granted={false} />
      <p className="card-note">{t('permit.cure')}</p>
      <GrantScopes />
    </>
  );
}

interface PermitListProps {
  readonly scopes: readonly Permit[];
  readonly granted: boolean;
}

function PermitList({ scopes, granted }: PermitListProps) {
  const { t } = useWords();
  const Icon = granted ? Check : Lock;
  return (
    <ul
      className="permits"
      data-granted={granted}
      aria-label={t(granted ? 'permit.granted' : 'permit.missing')}
    >
      {scopes.map((scope) => (
        <li key={scope}>
          <Icon size={16} aria-hidden />
          <span>
            {t(`permit.${scope}`)}
            <code>{scope}</code>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The platform's 14 permissions (specification, "Scopes"), those used live first. */
export const PERMITS = [
  'READ:LIVE_CHAT',
  'READ:DONATION',
  'READ:SUBSCRIPTION',
  'READ:USER',
  'READ:CHANNEL',
  'READ:LIVE_STREAM_SETTINGS',
  'WRITE:LIVE_STREAM_SETTINGS',
  'READ:LIVE_STREAM_KEY',
  'WRITE:LIVE_CHAT',
  'WRITE:LIVE_CHAT_NOTICE',
  'READ:LIVE_CHAT_SETTINGS',
  'WRITE:LIVE_CHAT_SETTINGS',
  'WRITE:USER_BLOCK',
  'READ:USER_BLOCK',
] as const;
