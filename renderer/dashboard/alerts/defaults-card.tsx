import { Play, SlidersVertical, Square } from 'lucide-react';
import { useMemo } from 'react';
import { PLAIN_LOOK } from '../../../shared/overlay/alert-look.ts';
import { type AlertDefaults, variantSchema } from '../../../shared/overlay/alert-rules.ts';
import { FACES, type Face } from '../../../shared/overlay/names.ts';
import type { OverlaySettings } from '../../../shared/overlay/overlay-settings.ts';
import { OWN_SOUNDS } from '../../overlay/alert-sound.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Slider } from '../../ui/choices.tsx';
import { NumberField } from '../../ui/fields.tsx';
import { useWords } from '../context.ts';
import { MediaPicker } from '../media/media-picker.tsx';
import { useOverlayGroup } from '../paced-setting.ts';
import { ActionProblem } from '../problems.tsx';
import { AlertPreview } from './alert-preview.tsx';
import { previewOf } from './rule-test.ts';
import { QUIETEST_DB, useSoundMeter } from './sound-meter.ts';

const DURATION_S = { min: 2, max: 60 } as const;
const SCALE_PERCENT = { min: 50, max: 150, step: 5 } as const;
/** What a sound has by itself, before the master volume. */
const USUAL_VOLUME = PLAIN_LOOK.sound?.volume ?? 1;
const PLAIN_VARIANT = variantSchema.parse({});
/** Above this a sound drowns the streamer's voice, decibels. */
const LOUD_DB = -6;
const THEME = 'theme';

interface DefaultsProps {
  readonly defaults: AlertDefaults;
  readonly change: (fields: Partial<AlertDefaults>) => void;
}

/** What all alerts share: how loud, how long, how large, in which letters. */
export function DefaultsCard({ overlay }: { readonly overlay: OverlaySettings }) {
  const { t } = useWords();
  const [defaults, change] = useOverlayGroup('alertDefaults', overlay);
  return (
    <Card icon={SlidersVertical} title={t('defaults.title')} className="defaults-card">
      <div className="defaults-body">
        <div className="stack roomy">
          <MasterVolume defaults={defaults} change={change} />
          <NumberField
            label={t('defaults.duration')}
            note={t('defaults.duration-note')}
            value={defaults.durationS}
            {...DURATION_S}
            step="any"
            unit={t('field.seconds')}
            onChange={(durationS) => change({ durationS })}
          />
          <Slider
            label={t('defaults.scale')}
            value={Math.round(defaults.scale * 100)}
            {...SCALE_PERCENT}
            valueText={t('speech.percent', { value: Math.round(defaults.scale * 100) })}
            onChange={(percent) => change({ scale: percent / 100 })}
          />
          <Typeface defaults={defaults} change={change} />
        </div>
        <DefaultsPreview defaults={defaults} />
      </div>
      <ActionProblem action="overlay.set#alertDefaults" />
    </Card>
  );
}

function MasterVolume({ defaults: { volume }, change }: DefaultsProps) {
  const { t } = useWords();
  const percent = Math.round(volume * 100);
  return (
    <div className="stack">
      <Slider
        label={t('defaults.volume')}
        value={percent}
        min={0}
        max={100}
        step={5}
        valueText={t('speech.percent', { value: percent })}
        onChange={(next) => change({ volume: next / 100 })}
      />
      <p className="entry-note">{t('defaults.volume-note')}</p>
      <Meter volume={volume * USUAL_VOLUME} />
    </div>
  );
}

/** A shipped sound as loud as it would be on air, with how loud that is. */
function Meter({ volume }: { readonly volume: number }) {
  const { t } = useWords();
  const { state, level, peak, press } = useSoundMeter(OWN_SOUNDS.donation, volume);
  const playing = state === 'playing';
  const decibels = (value: number) => t('defaults.decibels', { value: Math.round(value) });
  return (
    <>
      <div className="meter-row">
        <Button icon={playing ? Square : Play} onPress={press}>
          {t(playing ? 'speech.stop' : 'speech.try')}
        </Button>
        <meter
          className="meter"
          min={QUIETEST_DB}
          max={0}
          high={LOUD_DB}
          optimum={QUIETEST_DB}
          value={level}
          aria-label={t('defaults.meter')}
          aria-valuetext={decibels(level)}
        />
        <span className="meter-peak card-note">{peak === null ? '' : decibels(peak)}</span>
      </div>
      <p className="card-note" role="status">
        {t(state === 'failed' ? 'media.cannot-play' : 'speech.try-text')}
      </p>
    </>
  );
}

function Typeface({ defaults: { font }, change }: DefaultsProps) {
  const { t } = useWords();
  const shipped = Object.entries(FACES).map(([value, label]) => ({ value, label }));
  return (
    <MediaPicker
      label={t('defaults.font')}
      kinds={['font']}
      fixed={[{ value: THEME, label: t('defaults.font-theme') }, ...shipped]}
      chosen={font ?? THEME}
      onChoose={(chosen) => change({ font: chosen === THEME ? null : (chosen as Face) })}
    />
  );
}

function DefaultsPreview({ defaults: { scale, font } }: Pick<DefaultsProps, 'defaults'>) {
  const { language } = useWords();
  const card = useMemo(() => ({ scale, font }), [scale, font]);
  const sample = useMemo(() => previewOf({ kind: 'DONATION' }, [], language), [language]);
  if (!sample) return null;
  return <AlertPreview event={sample.event} variant={PLAIN_VARIANT} card={card} />;
}
