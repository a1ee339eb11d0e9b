import { AppWindow, BellPlus, Check, WandSparkles } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ObsState } from '../../../shared/contract/obs.ts';
import { actionOf, selectObs, selectStatus } from '../../stores/dashboard-store.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Fold } from '../../ui/fold.tsx';
import { ActionButton, CoreButton } from '../action-button.tsx';
import { AddressField, maskedAddress, RevealButton } from '../address-field.tsx';
import { beginOwnAlert } from '../alerts/own-alert.ts';
import { useDashboard, usePage, useSelect, useWords } from '../context.ts';
import { ConnectObs } from '../obs/connect-obs.tsx';
import { ObsProof } from '../obs/obs-proof.tsx';
import { SetUpObs } from '../obs/set-up-obs.tsx';
import { ActionProblem } from '../problems.tsx';
import { AddressPicture, SizePicture, SourcesPicture } from './obs-pictures.tsx';
import { Awaited, StepFrame, type StepProps, useGo } from './step-frame.tsx';
import { keepLeft, pagesOfObs, stepBefore } from './steps.ts';

/** The overlay page's layout size. */
const SIZE = { width: 1920, height: 1080 };

export function OverlayStep({ desktop }: StepProps) {
  const { t } = useWords();
  const status = useSelect(selectStatus);
  const obs = useSelect(selectObs);
  const inObs = pagesOfObs(desktop, status) > 0;
  return (
    <StepFrame
      title={t('onair.title')}
      text={t('onair.text')}
      before={stepBefore('overlay', desktop.setup.mode)}
    >
      {obs ? <FirstObs obs={obs} /> : null}
      <ByAddress isAside={obs !== null && obs.link.state !== 'off'}>
        <OverlayAddress wanted={!inObs && obs === null} early={desktop.setup.overlayUrl} />
        <ObsSteps />
      </ByAddress>
      <OverlayWindowChoice desktop={desktop} />
      <Seen inObs={inObs} inWindow={desktop.overlayWindow.shown} />
      <TestAlert />
    </StepFrame>
  );
}

/** In the first run: OBS set up by a press, from connecting to the overlay in its picture. */
function FirstObs({ obs }: { readonly obs: ObsState }) {
  const { t } = useWords();
  return (
    <section className="card" id="obs-set-up" aria-label={t('obs.first-title')}>
      <p className="panel-title">{t('obs.first-title')}</p>
      {obs.link.state === 'connected' ? (
        <>
          <SetUpObs obs={obs} />
          <div className="apart stack roomy">
            <ObsProof obs={obs} />
          </div>
        </>
      ) : (
        <ConnectObs obs={obs} />
      )}
    </section>
  );
}

interface ByAddressProps {
  /** OBS is to be set up by Stagelight. */
  readonly isAside: boolean;
  readonly children: ReactNode;
}

/** The address to paste into OBS by hand. */
function ByAddress({ isAside, children }: ByAddressProps) {
  const { t } = useWords();
  if (!isAside) return children;
  return (
    <Fold title={t('obs.first-else')}>
      <div className="flow">{children}</div>
    </Fold>
  );
}

interface OverlayAddressProps {
  readonly wanted: boolean;
  /** The address until there is a status. */
  readonly early: string | null;
}

function OverlayAddress({ wanted, early }: OverlayAddressProps) {
  const { t } = useWords();
  const address = useSelect(selectStatus)?.overlay.url ?? early;
  const [revealed, setRevealed] = useState(false);
  if (address === null) return <Awaited title={t('onair.preparing')} />;
  return (
    <div className="panel">
      <div className="ends panel-head">
        <p className="panel-title">{t('onair.address')}</p>
        <RevealButton revealed={revealed} onChange={setRevealed} />
      </div>
      <AddressField
        label={t('overlay.address')}
        address={address}
        masked={revealed ? null : maskedAddress(address)}
        onReveal={() => setRevealed(true)}
        wanted={wanted}
        copyLabel={t('overlay.copy')}
      />
      <p className="card-note">{t('overlay.secret')}</p>
    </div>
  );
}

function ObsSteps() {
  const { t } = useWords();
  return (
    <ol className="obs-steps">
      <li className="obs-step">
        <SourcesPicture />
        <p className="obs-word">{t('overlay.step-1')}</p>
      </li>
      <li className="obs-step">
        <AddressPicture />
        <p className="obs-word">{t('overlay.step-2')}</p>
      </li>
      <li className="obs-step">
        <SizePicture {...SIZE} />
        <p className="obs-word">{t('onair.step-3', SIZE)}</p>
      </li>
    </ol>
  );
}

/** Turns green once the overlay is open somewhere. */
function Seen({ inObs, inWindow }: { readonly inObs: boolean; readonly inWindow: boolean }) {
  const { t } = useWords();
  if (!inObs && !inWindow) {
    return <Awaited title={t('onair.waiting')} text={t('onair.waiting-text')} />;
  }
  const seen = inObs ? 'onair.seen' : 'onair.window-seen';
  return <Callout tone="live" role="status" title={t(seen)} text={t(`${seen}-text`)} />;
}

function OverlayWindowChoice({ desktop }: StepProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const { shown } = desktop.overlayWindow;
  return (
    <div className="panel">
      <div className="other-way">
        <AppWindow size={24} aria-hidden className="other-way-icon" />
        <div>
          <h3 className="panel-title">{t('onair.window')}</h3>
          <p className="card-text">
            {t(desktop.overlayFloats ? 'onair.window-text' : 'onair.window-sunk')}
          </p>
        </div>
        <ActionButton
          action="overlay-window.set#setup"
          onPress={() => void dashboard.desktop('overlay-window.set', { shown: !shown }, 'setup')}
        >
          {t(shown ? 'onair.window-off' : 'onair.window-on')}
        </ActionButton>
      </div>
      <ActionProblem action="overlay-window.set#setup" />
    </div>
  );
}

const KIND = 'DONATION';

function TestAlert() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const pages = useSelect(selectStatus)?.overlay.connectedPages ?? 0;
  const { phase } = useSelect(actionOf(`test:${KIND}`));
  const [played, setPlayed] = useState(false);
  const [unseen, setUnseen] = useState(false);
  const play = () => {
    setPlayed(true);
    void dashboard.playTest(KIND);
  };
  const asks = played && phase !== 'failed' && phase !== 'pending';
  return (
    <div className="panel">
      <div className="card-row">
        <CoreButton
          action={`test:${KIND}`}
          variant={asks || pages === 0 ? 'plain' : 'primary'}
          icon={WandSparkles}
          disabled={pages === 0}
          onPress={play}
        >
          {t(played ? 'onair.test-again' : 'onair.test')}
        </CoreButton>
        {pages === 0 ? <span className="card-note">{t('onair.test-first')}</span> : null}
      </div>
      <ActionProblem action={`test:${KIND}`} />
      <p className="panel-title" role="status">
        {asks ? t('onair.test-sent') : ''}
      </p>
      {asks ? <Answer onUnseen={() => setUnseen(true)} /> : null}
      {asks && unseen ? <Unseen /> : null}
    </div>
  );
}

function Answer({ onUnseen }: { readonly onUnseen: () => void }) {
  const { t } = useWords();
  const { dashboard, host } = usePage();
  const go = useGo();
  const finish = () => {
    keepLeft(host, null);
    go('done');
  };
  return (
    <div className="card-row">
      <Button
        variant="primary"
        icon={BellPlus}
        onPress={() => {
          beginOwnAlert(dashboard);
          finish();
        }}
      >
        {t('onair.make-own')}
      </Button>
      <Button icon={Check} onPress={finish}>
        {t('onair.seen-it')}
      </Button>
      <Button onPress={onUnseen}>{t('onair.not-seen')}</Button>
    </div>
  );
}

function Unseen() {
  const { t } = useWords();
  return (
    <div role="status">
      <p className="panel-title">{t('onair.help-title')}</p>
      <ul className="hints">
        <li>{t('onair.help-1')}</li>
        <li>{t('onair.help-2')}</li>
        <li>{t('onair.help-3')}</li>
        <li>{t('onair.help-4')}</li>
      </ul>
    </div>
  );
}
