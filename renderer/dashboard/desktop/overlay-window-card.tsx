import { AppWindow, Check as CheckIcon, CircleCheck, CircleSlash, LocateFixed } from 'lucide-react';
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
import { Check, type Choice, ChoiceList, Slider, Switch } from '../../ui/choices.tsx';
import { KeyCaps } from '../../ui/key-caps.tsx';
import { AddressField, maskedAddress } from '../address-field.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { useSetting } from '../paced-setting.ts';
import { ActionProblem } from '../problems.tsx';
import { keyNames } from './accelerator.ts';

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
      <p className="card-note lock-ways">
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

function WindowName() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const { phase } = useSelect(actionOf('overlay-window.reset-place'));
  const done = phase === 'done';
  return (
    <>
      <div className="ends foot">
        <p className="window-name">
          <span className="card-note">{t('overlay-window.name')}</span>
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

/** Shown where the desktop allows no floating window. `address`: null if not known yet. */
function OverlaySunk({ address }: { readonly address: string | null }) {
  const { t } = useWords();
  const [revealed, setRevealed] = useState(false);
  return (
    <Callout tone="warn" title={t('overlay-window.sunk')} text={t('overlay-window.sunk-text')}>
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

const BACKGROUNDS = ['none', 'green', 'magenta', 'blue', 'own'] as const;
type Background = (typeof BACKGROUNDS)[number];

/** Initial custom colour: the green of chroma key cloth. */
const FIRST_OWN = '#00b140';

const COLOURS: Readonly<Record<Background, string | null>> = {
  none: null,
  // OBS's named chroma key colours.
  green: '#00ff00',
  magenta: '#ff00ff',
  blue: '#0000ff',
  own: FIRST_OWN,
};

function backgroundOf(colour: OverlayLook['background']): Background {
  const same = colour?.toLowerCase() ?? null;
  return BACKGROUNDS.find((name) => name !== 'own' && COLOURS[name] === same) ?? 'own';
}

/** Transparent, or one colour for chroma keying. */
function BackgroundChoice({ actual }: { readonly actual: OverlayLook['background'] }) {
  const { t } = useWords();
  const [colour, change] = useSetting('overlay-window.set', 'background', actual);
  const chosen = backgroundOf(colour);
  const choices = BACKGROUNDS.map(
    (value): Choice<Background> => ({
      value,
      label: t(`overlay-window.background-${value}`),
      sample: value === 'own' ? undefined : <Sample colour={COLOURS[value]} />,
    }),
  );
  return (
    <div className="stack">
      <ChoiceList
        label={t('overlay-window.background')}
        choices={choices}
        chosen={chosen}
        onChoose={(value) => change(COLOURS[value])}
      />
      {chosen === 'own' ? (
        <label className="colour">
          <input
            type="color"
            value={colour ?? FIRST_OWN}
            onChange={(event) => change(event.currentTarget.value)}
          />
          <span>{t('overlay-window.background-colour')}</span>
          <code>{colour}</code>
        </label>
      ) : null}
      <p className="card-note">{t('overlay-window.background-text')}</p>
    </div>
  );
}

function Sample({ colour }: { readonly colour: string | null }) {
  return (
    <svg className="sample" width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      {colour === null ? (
        <path className="sample-checks" d="M0 0h8v16h8V8H0z" />
      ) : (
        <path fill={colour} d="M0 0h16v16H0z" />
      )}
    </svg>
  );
}
