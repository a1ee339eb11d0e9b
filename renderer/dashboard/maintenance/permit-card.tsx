import { Check, Lock, ShieldCheck } from 'lucide-react';
import { selectStatus } from '../../stores/dashboard-store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { Fold } from '../../ui/fold.tsx';
import { GrantScopes } from '../connection/scopes.tsx';
import { useSelect, useWords } from '../context.ts';

export function PermitCard() {
  const { t } = useWords();
  const status = useSelect(selectStatus);
  const granted = status?.scopes.granted ?? [];
  const has = PERMITS.filter((scope) => granted.includes(scope));
  const lacks = PERMITS.filter((scope) => !granted.includes(scope));
  if (!status?.tokens) {
    return (
      <Card icon={ShieldCheck} title={t('permit.title')}>
        <p className="card-note">{t('permit.signed-out')}</p>
      </Card>
    );
  }
  return (
    <Card
      icon={ShieldCheck}
      title={t('permit.title')}
      aside={
        <Badge tone={lacks.length === 0 ? 'live' : 'warn'}>
          {t('permit.count', { granted: has.length, all: PERMITS.length })}
        </Badge>
      }
    >
      {lacks.length > 0 ? (
        <>
          <h3>{t('permit.missing')}</h3>
          <PermitList scopes={lacks} granted={false} />
          <p className="card-note">{t('permit.cure')}</p>
          <GrantScopes />
        </>
      ) : (
        <Callout tone="live" icon={Check} title={t('permit.all')} />
      )}
      {has.length > 0 ? (
        <Fold title={t('permit.granted')}>
          <PermitList scopes={has} granted />
        </Fold>
      ) : null}
    </Card>
  );
}

interface PermitListProps {
  readonly scopes: readonly (typeof PERMITS)[number][];
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
