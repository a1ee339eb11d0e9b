import {
  AppWindow,
  Check as CheckIcon,
  CircleCheck,
  CircleSlash,
  LocateFixed,
  TriangleAlert,
} from 'lucide-react';
import { useState } from 'react';
import {
  type DesktopState,
  OVERLAY_PARTS,
  OVERLAY_WINDOW_TITLE,
  type OverlayLook,
} from '../../../shared/desktop.ts';
import { actionOf } from '../../stores/dashboard-store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { Check } from '../../ui/choice-list.tsx';
import { KeyCaps } from '../../ui/key-caps.tsx';
import { Slider } from '../../ui/slider.tsx';
import { Switch } from '../../ui/switch.tsx';
import { ActionProblem } from '../action-problem.tsx';
import { AddressField } from '../address-field.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { maskedAddress } from '../overlay/masked-address.ts';
import { keyNames } from './accelerator-words.ts';
import { BackgroundChoice } from './background-choice.tsx';
import { useSetting } from './use-setting.ts';

const FIELDS = [
  'shown',
  'locked',
  'opacity',
  'zoom',
  'parts',
  'background',
  'hideFromCapture',
] as const;

interface OverlayWindowCardProps {
  readonly desktop: DesktopState;
}

/** How the window over the game is, and how OBS finds it. */
export function OverlayWindowCard({ desktop }: OverlayWindowCardProps) {
  const { t } = useWords();
  const look = desktop.overlayWindow;
  const [shown, show] = useSetting('overlay-window.set', 'shown', look.shown);
  return (
    <Card
      icon={AppWindow}
      title={t('overlay-window.title')}
      aside={
        <Badge tone={look.shown ? 'live' : 'neutral'} icon={look.shown ? CircleCheck : CircleSlash}>
          {t(look.shown ? 'overlay-window.on' : 'overlay-window.off')}
        </Badge>
      }
    >
      {desktop.overlayFloats ? null : <OverlaySunk address={desktop.setup.overlayUrl} />}
      <Switch
        label={t('overlay-window.shown')}
        text={t('overlay-window.text')}
        on={shown}
        onChange={show}
      />
      <LockSwitch desktop={desktop} />
      <div className="sliders">
        <PercentSlider field="opacity" actual={look.opacity} min={20} max={100} />
        <PercentSlider field="zoom" actual={look.zoom} min={50} max={200} />
      </div>
      <PartsChoice actual={look.parts} />
      <BackgroundChoice actual={look.background} />
      <CaptureSwitch desktop={desktop} />
      <WindowName />
      {FIELDS.map((field) => (
        <ActionProblem key={field} action={`overlay-window.set#${field}`} />
      ))}
    </Card>
  );
}

function LockSwitch({ desktop }: OverlayWindowCardProps) {
  const words = useWords();
  const { t } = words;
  const [locked, lock] = useSetting('overlay-window.set', 'locked', desktop.overlayWindow.locked);
  const hotkey = desktop.hotkeys.find(({ action }) => action === 'overlay-lock');
  const working = hotkey?.status === 'active' ? hotkey.accelerator : null;
  return (
    <div>
      <Switch
        label={t('overlay-window.locked')}
        text={t('overlay-window.locked-text')}
        on={locked}
        onChange={lock}
      />
      <p className="lock-ways">
        {working ? (
          <>
            <span>{t('overlay-window.lock-key')}</span>
            <KeyCaps names={keyNames(working, desktop.system, words)} />
          </>
        ) : (
          t('overlay-window.lock-tray')
        )}
      </p>
    </div>
  );
}

interface PercentSliderProps {
  readonly field: 'opacity' | 'zoom';
  /** 1 is 100 %. */
  readonly actual: number;
  readonly min: number;
  readonly max: number;
}

function PercentSlider({ field, actual, min, max }: PercentSliderProps) {
  const { t } = useWords();
  const [value, change] = useSetting('overlay-window.set', field, actual);
  const percent = Math.round(value * 100);
  return (
    <Slider
      label={t(`overlay-window.${field}`)}
      value={percent}
      min={min}
      max={max}
      step={5}
      valueText={t('overlay-window.percent', { value: percent })}
      onChange={(next) => change(next / 100)}
    />
  );
}

function PartsChoice({ actual }: { readonly actual: OverlayLook['parts'] }) {
  const { t } = useWords();
  const [parts, change] = useSetting('overlay-window.set', 'parts', actual);
  return (
    <fieldset className="picks">
      <legend>{t('overlay-window.parts')}</legend>
      {OVERLAY_PARTS.map((part) => (
        <Check
          key={part}
          label={t(`overlay-window.part-${part}`)}
          checked={parts[part]}
          onChange={(on) => change({ ...parts, [part]: on })}
        />
      ))}
    </fieldset>
  );
}

function CaptureSwitch({ desktop }: OverlayWindowCardProps) {
  const { t } = useWords();
  const actual = desktop.overlayWindow.hideFromCapture;
  const [hidden, hide] = useSetting('overlay-window.set', 'hideFromCapture', actual);
  const able = desktop.system !== 'linux';
  return (
    <Switch
      label={t('overlay-window.hide')}
      text={t(able ? 'overlay-window.hide-text' : 'overlay-window.hide-unable')}
      on={able && hidden}
      disabled={!able}
      onChange={hide}
    />
  );
}

/** What OBS calls the window, and the way back when it is lost from sight. */
function WindowName() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const { phase } = useSelect(actionOf('overlay-window.reset-place'));
  const done = phase === 'done';
  return (
    <>
      <div className="window-foot">
        <p className="window-name">
          <span>{t('overlay-window.name')}</span>
          <strong>{OVERLAY_WINDOW_TITLE}</strong>
        </p>
        <Button
          icon={done ? CheckIcon : LocateFixed}
          busy={phase === 'pending'}
          onPress={() => void dashboard.desktop('overlay-window.reset-place', {})}
        >
          {t(done ? 'overlay-window.reset-done' : 'overlay-window.reset')}
        </Button>
      </div>
      <ActionProblem action="overlay-window.reset-place" />
    </>
  );
}

/** The desktop lets no window float: what to do instead. `address`: null while there is none yet. */
function OverlaySunk({ address }: { readonly address: string | null }) {
  const { t } = useWords();
  const [revealed, setRevealed] = useState(false);
  return (
    <Callout
      tone="warn"
      icon={TriangleAlert}
      title={t('overlay-window.sunk')}
      text={t('overlay-window.sunk-text')}
    >
      {address === null ? null : (
        <AddressField
          label={t('overlay.address')}
          address={address}
          masked={revealed ? null : maskedAddress(address)}
          onReveal={() => setRevealed(true)}
          copyLabel={t('overlay.copy')}
        />
      )}
    </Callout>
  );
}
