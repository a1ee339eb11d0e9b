import { Volume1, VolumeX } from 'lucide-react';
import type { OverlaySettings } from '../../../shared/overlay/overlay-settings.ts';
import type { SoundingActivity } from '../../../shared/overlay/show-sounds.ts';
import { selectOverlay } from '../../stores/dashboard-store.ts';
import { Card } from '../../ui/card.tsx';
import { Slider, Switch } from '../../ui/choices.tsx';
import { useSelect, useWords } from '../context.ts';
import { useOverlayGroup } from '../paced-setting.ts';
import { ActionProblem } from '../problems.tsx';

interface SoundNoteProps {
  readonly of: SoundingActivity;
}

/** Whether the moments of an activity are heard, and how loud. */
export function SoundNote({ of }: SoundNoteProps) {
  const overlay = useSelect(selectOverlay);
  return overlay && <SoundCard of={of} overlay={overlay} />;
}

function SoundCard({ of, overlay }: SoundNoteProps & { readonly overlay: OverlaySettings }) {
  const { t } = useWords();
  const [sounds, change] = useOverlayGroup('showSounds', overlay);
  const { on, volume } = sounds[of];
  const percent = Math.round(volume * 100);
  return (
    <Card icon={on ? Volume1 : VolumeX} title={t('show.sound')}>
      <Switch
        label={t('show.sound-on')}
        text={t(`show.sound-${of}`)}
        on={on}
        onChange={(next) => change({ [of]: { on: next, volume } })}
      />
      {on ? (
        <Slider
          label={t('show.sound-volume')}
          value={percent}
          min={0}
          max={100}
          step={5}
          valueText={t('speech.percent', { value: percent })}
          onChange={(next) => change({ [of]: { on, volume: next / 100 } })}
        />
      ) : null}
      <p className="card-note">{t('show.sound-note')}</p>
      <ActionProblem action="overlay.set#showSounds" />
    </Card>
  );
}
