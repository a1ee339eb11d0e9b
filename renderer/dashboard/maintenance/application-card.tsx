import { AppWindow } from 'lucide-react';
import type { ReactNode } from 'react';
import type { MaintenancePlace } from '../../../shared/contract/maintenance.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useDashboard, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';

/** The streamer's application without its secrets, and where it is configured. */
export function ApplicationCard({ place }: { readonly place: MaintenancePlace }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const { clientId, hasSecret, redirectUri, baseUrl, authUrl } = place.application;
  const setUp = () => void dashboard.desktop('setup.go', { step: 'application' }, 'maintenance');
  return (
    <Card icon={AppWindow} title={t('own-app.title')}>
      <dl className="facts stack">
        <Fact name={t('own-app.client-id')} code={clientId} value={t('own-app.none')} />
        <Fact
          name={t('own-app.secret')}
          value={t(hasSecret ? 'own-app.secret-kept' : 'own-app.secret-none')}
        />
        <Fact name={t('own-app.redirect')} code={redirectUri} />
        <Fact name={t('own-app.platform')} code={baseUrl} />
        {authUrl === baseUrl ? null : <Fact name={t('own-app.sign-in-at')} code={authUrl} />}
      </dl>
      <p className="card-note">{t(`own-app.change-${place.host}`)}</p>
      {place.host === 'desktop' ? (
        <div className="card-row">
          <Button onPress={setUp}>{t('own-app.setup')}</Button>
        </div>
      ) : null}
      <ActionProblem action="setup.go#maintenance" />
    </Card>
  );
}

interface FactProps {
  readonly name: string;
  /** An exact value, such as an address. */
  readonly code?: string;
  /** Shown without a `code`. */
  readonly value?: ReactNode;
}

export function Fact({ name, code, value }: FactProps) {
  return (
    <div className="fact">
      <dt>{name}</dt>
      <dd>{code ? <code>{code}</code> : value}</dd>
    </div>
  );
}
