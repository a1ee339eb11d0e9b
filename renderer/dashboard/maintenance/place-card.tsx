import { AppWindow, KeyRound, Link2, RotateCcw, Save } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { type MaintenancePlace, PORT_LIMITS } from '../../../shared/contract/maintenance.ts';
import { selectDesktop } from '../../stores/dashboard-store.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/fields.tsx';
import { OwnerNote } from '../account/owner-code.tsx';
import { ActionDialog, CoreButton } from '../action-button.tsx';
import { AddressField, maskedAddress, RevealButton } from '../address-field.tsx';
import { useDashboard, usePage, useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';

export function PlaceCard({ place }: { readonly place: MaintenancePlace }) {
  const { t } = useWords();
  const [revealed, setRevealed] = useState(false);
  const reveal = { revealed, onReveal: () => setRevealed(true) };
  return (
    <Card icon={Link2} title={t('place.title')}>
      <div className="stack">
        <p className="card-note">{t('place.secret')}</p>
        <OwnerNote place={place} />
      </div>
      <div className="part stack">
        <h3>{t('place.dashboard')}</h3>
        <p className="card-note">{t('place.dashboard-text')}</p>
        <PageAddress kind="dashboard" address={place.dashboardUrl} {...reveal}>
          <RevealButton words="place" revealed={revealed} onChange={setRevealed} />
        </PageAddress>
      </div>
      <div className="part stack">
        <h3>{t('place.overlay')}</h3>
        <p className="card-note">{t('place.overlay-text')}</p>
        <PageAddress kind="overlay" address={place.overlayUrl} {...reveal} />
      </div>
      <div className="part stack">
        <PortForm place={place} />
      </div>
    </Card>
  );
}

interface PageAddressProps {
  readonly kind: 'overlay' | 'dashboard';
  readonly address: string;
  readonly revealed: boolean;
  readonly onReveal: () => void;
  readonly children?: ReactNode;
}

/** An address and its renewal. That of the overlay stands elsewhere, and here once it is new. */
function PageAddress({ kind, address, revealed, onReveal, children }: PageAddressProps) {
  const { t } = useWords();
  const { host } = usePage();
  const dashboard = useDashboard();
  const action = `maintenance.renew-key#${kind}` as const;
  const [asking, setAsking] = useState(false);
  /** `former`: the replaced address. */
  const [renewed, setRenewed] = useState<{ former: string; url: string } | null>(null);
  // The app's own window needs no key: it keeps working with a new dashboard address.
  const stays = useSelect(selectDesktop) !== null && kind === 'dashboard';
  const renew = async () => {
    const answer = await dashboard.ask('maintenance.renew-key', { place: kind }, kind);
    if (!answer) return;
    setAsking(false);
    setRenewed({ former: address, url: answer.url });
  };
  // The core's update comes later, or never if this page has lost its access.
  const shown = renewed?.former === address ? renewed.url : address;
  return (
    <>
      {kind === 'overlay' && renewed === null ? null : (
        <AddressField
          label={t(`place.${kind}`)}
          address={shown}
          masked={revealed ? null : maskedAddress(shown)}
          onReveal={onReveal}
          wanted={renewed !== null}
          copyLabel={t(`place.${kind}-copy`)}
        />
      )}
      {renewed === null ? null : (
        <Callout
          tone="accent"
          icon={KeyRound}
          role="status"
          title={t(stays ? 'place.renewed-dashboard-app' : `place.renewed-${kind}`)}
          aside={
            kind === 'dashboard' && !stays ? (
              <Button onPress={() => host.openAddress(renewed.url)}>{t('place.go')}</Button>
            ) : null
          }
        />
      )}
      <div className="card-row">
        <CoreButton
          icon={KeyRound}
          label={`${t('place.renew')} (${t(`place.${kind}`)})`}
          onPress={() => setAsking(true)}
        >
          {t('place.renew')}
        </CoreButton>
        {children}
      </div>
      {asking ? (
        <ActionDialog
          action={action}
          title={t(`place.renew-${kind}`)}
          text={t(stays ? 'place.renew-dashboard-text-app' : `place.renew-${kind}-text`)}
          confirm={t('place.renew')}
          cancel={t('upkeep.cancel')}
          icon={KeyRound}
          onConfirm={() => void renew()}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}

/** The typed port; null if empty, undefined if invalid. */
export function portOf(text: string): number | null | undefined {
  const typed = text.trim();
  if (typed === '') return null;
  const port = /^\d{1,5}$/.test(typed) ? Number(typed) : Number.NaN;
  return port >= PORT_LIMITS.min && port <= PORT_LIMITS.max ? port : undefined;
}

/** The port of both addresses; applies after a restart. */
function PortForm({ place }: { readonly place: MaintenancePlace }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const kept = place.portSetting === null ? '' : String(place.portSetting);
  const [text, setText] = useState(kept);
  const [left, setLeft] = useState(false);
  // Shows a port set by another dashboard.
  useEffect(() => setText(kept), [kept]);
  const port = portOf(text);
  const fault = left && port === undefined ? t('place.port-fault', PORT_LIMITS) : null;
  const waits = place.portSetting !== null && place.portSetting !== place.port;
  const save = () => {
    setLeft(true);
    if (port !== undefined) void dashboard.ask('maintenance.set-port', { port });
  };
  return (
    <>
      <TextField
        label={t('place.port')}
        value={text}
        fault={fault}
        note={t('place.port-note', { port: place.port })}
        onChange={setText}
        onLeave={() => setLeft(true)}
        aside={
          <CoreButton
            action="maintenance.set-port"
            icon={Save}
            disabled={text.trim() === kept}
            onPress={save}
          >
            {t('place.port-save')}
          </CoreButton>
        }
      />
      <ActionProblem action="maintenance.set-port" />
      {waits ? (
        <>
          <p className="card-note" role="status">
            {t('place.port-waits')}
          </p>
          <RestartButton place={place} />
        </>
      ) : null}
    </>
  );
}

/** Restarts the app after confirmation; where it cannot, names who can. */
export function RestartButton({ place }: { readonly place: MaintenancePlace }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const [asking, setAsking] = useState(false);
  if (!place.canRestart) return <p className="card-note">{t('place.restart-yourself')}</p>;
  const restart = async () => {
    if (await dashboard.ask('maintenance.restart', {})) setAsking(false);
  };
  return (
    <div className="card-row">
      <CoreButton icon={RotateCcw} onPress={() => setAsking(true)}>
        {t('place.restart')}
      </CoreButton>
      {asking ? (
        <ActionDialog
          action="maintenance.restart"
          title={t('place.restart-ask')}
          text={t('place.restart-text')}
          confirm={t('place.restart')}
          cancel={t('upkeep.cancel')}
          icon={RotateCcw}
          onConfirm={() => void restart()}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </div>
  );
}

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
  readonly code?: string;
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
