import { KeyRound, Network, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ApiKeyRow } from '../../../shared/contract/doors.ts';
import { selectDoors, selectReachable } from '../../stores/dashboard-store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { ActionDialog, CoreIconButton } from '../action-button.tsx';
import { AddressField } from '../address-field.tsx';
import { useDashboard, useNow, useSelect, useWords } from '../context.ts';
import { SinksCards } from '../sinks/sinks-card.tsx';
import { useWhen } from '../times.tsx';
import { NewKeyCard } from './new-key-card.tsx';
import { OscCard } from './osc-card.tsx';
import { StreamerbotCard } from './streamerbot-card.tsx';
import './doors.css';

/** Keys for other programs: what each may do, and who is connected. */
export function DoorsPage() {
  const { t } = useWords();
  const state = useSelect(selectDoors);
  const reachable = useSelect(selectReachable);
  if (!state) return null;
  const { keys, address } = state;
  return (
    <div className="show-page columns" data-stale={!reachable}>
      <div className="flow">
        <Card icon={KeyRound} title={t('doors.keys')}>
          <p className="card-text">{t(keys.length > 0 ? 'doors.keys-text' : 'doors.none')}</p>
          {keys.length > 0 ? <KeyList keys={keys} /> : null}
        </Card>
        <NewKeyCard />
      </div>
      <div className="flow">
        <Card icon={Network} title={t('doors.address')}>
          <p className="card-text">{t('doors.address-text')}</p>
          <AddressField
            label={t('doors.address')}
            address={address}
            wanted={false}
            copyLabel={t('doors.copy-address')}
          />
        </Card>
        <StreamerbotCard />
        <OscCard />
        <SinksCards />
      </div>
    </div>
  );
}

const EVERY_MINUTE_MS = 60_000;

function KeyList({ keys }: { readonly keys: readonly ApiKeyRow[] }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const [asking, setAsking] = useState<ApiKeyRow | null>(null);
  const now = useNow(EVERY_MINUTE_MS);
  const revoke = async ({ id }: ApiKeyRow) => {
    if (await dashboard.ask('doors.revoke-key', { id })) setAsking(null);
  };
  return (
    <>
      <ul className="show-rows door-keys">
        {keys.map((key) => (
          <li key={key.id}>
            <KeyRow row={key} now={now} />
            <CoreIconButton
              icon={Trash2}
              label={t('doors.revoke', { name: key.name })}
              onPress={() => setAsking(key)}
            />
          </li>
        ))}
      </ul>
      {asking ? (
        <ActionDialog
          action="doors.revoke-key"
          title={t('doors.revoke-title', { name: asking.name })}
          text={t('doors.revoke-text')}
          confirm={t('doors.revoke-do')}
          cancel={t('doors.keep')}
          onConfirm={() => void revoke(asking)}
          onClose={() => setAsking(null)}
        />
      ) : null}
    </>
  );
}

function KeyRow({ row, now }: { readonly row: ApiKeyRow; readonly now: number }) {
  const { t } = useWords();
  const { past } = useWhen(now);
  const { name, scopes, origins, createdAt, lastUsedAt, connected } = row;
  const used =
    lastUsedAt === null ? t('doors.never-used') : t('doors.used', { when: past(lastUsedAt) });
  return (
    <div className="words">
      <strong>{name}</strong>
      <span className="card-note">
        {t('doors.made', { when: past(createdAt) })} · {used}
      </span>
      {origins.length > 0 ? (
        <span className="card-note">{t('doors.origins-of', { list: origins.join(', ') })}</span>
      ) : null}
      <span className="door-scopes">
        {connected > 0 ? (
          <Badge tone="live">{t('doors.connected', { count: connected })}</Badge>
        ) : null}
        {scopes.map((scope) => (
          <Badge key={scope}>{t(`doors.scope-${scope}`)}</Badge>
        ))}
      </span>
    </div>
  );
}
