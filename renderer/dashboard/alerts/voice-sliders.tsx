import type { SpeechSettings } from '../../../shared/overlay/alert-rules.ts';
import type { VoiceSettings } from '../../../shared/overlay/voices.ts';
import { Slider } from '../../ui/choices.tsx';
import { useWords } from '../context.ts';
import type { GroupSetting } from '../paced-setting.ts';

export interface SpeechFieldsProps {
  readonly speech: SpeechSettings;
  readonly change: GroupSetting<'speech'>[1];
}

/** Limits of the core's schema. */
const SHARE = { min: 0.5, max: 2, step: 0.1 } as const;

interface VoiceSlidersProps extends Pick<VoiceSettings, 'rate' | 'volume'> {
  /** Left out: these voices have one pitch. */
  readonly pitch?: number;
  readonly change: (fields: Partial<Pick<VoiceSettings, 'rate' | 'pitch' | 'volume'>>) => void;
}

export function VoiceSliders({ rate, pitch, volume, change }: VoiceSlidersProps) {
  const { t } = useWords();
  const tenths = (value: number) => Math.round(value * 10) / 10;
  return (
    <>
      <Slider
        label={t('speech.rate')}
        value={rate}
        {...SHARE}
        valueText={t('speech.times', { value: rate })}
        onChange={(value) => change({ rate: tenths(value) })}
      />
      {pitch === undefined ? null : (
        <Slider
          label={t('speech.pitch')}
          value={pitch}
          {...SHARE}
          valueText={t('speech.times', { value: pitch })}
          onChange={(value) => change({ pitch: tenths(value) })}
        />
      )}
      <Slider
        label={t('speech.volume')}
        value={Math.round(volume * 100)}
        min={0}
        max={100}
        step={5}
        valueText={t('speech.percent', { value: Math.round(volume * 100) })}
        onChange={(value) => change({ volume: value / 100 })}
      />
    </>
  );
}
