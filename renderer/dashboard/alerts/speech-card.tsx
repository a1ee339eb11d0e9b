import { AudioLines } from 'lucide-react';
import { SPEECH_SOURCES } from '../../../shared/overlay/alert-rules.ts';
import type { OverlaySettings } from '../../../shared/overlay/overlay-settings.ts';
import { isAnyRead } from '../../../shared/overlay/voices.ts';
import { selectDesktop } from '../../stores/dashboard-store.ts';
import { Card } from '../../ui/card.tsx';
import { ChoiceList, Switch } from '../../ui/choices.tsx';
import { EntriesField, NumberField } from '../../ui/fields.tsx';
import { useSelect, useWords } from '../context.ts';
import { useOverlayGroup } from '../paced-setting.ts';
import { ActionProblem } from '../problems.tsx';
import { CoreVoices } from './core-voices.tsx';
import { PageVoice } from './page-voice.tsx';
import type { SpeechFieldsProps } from './voice-sliders.tsx';

/** Limits of the core's schema. */
const LETTERS = { min: 10, max: 500 } as const;
const MOST_BEAMS = 1_000_000_000;
const WORDS = { max: 100, most: 200 } as const;

export function SpeechCard({ overlay }: { readonly overlay: OverlaySettings }) {
  const { t } = useWords();
  const [speech, change] = useOverlayGroup('speech', overlay);
  return (
    <Card icon={AudioLines} title={t('speech.title')}>
      <Switch
        label={t('speech.on')}
        text={t('speech.on-text')}
        on={speech.on}
        onChange={(on) => change({ on })}
      />
      {isAnyRead({ ...overlay, speech }) ? (
        <>
          <Place speech={speech} change={change} />
          {speech.from === 'core' ? (
            <CoreVoices speech={speech} change={change} />
          ) : (
            <PageVoice speech={speech} change={change} />
          )}
          <Limits speech={speech} change={change} />
        </>
      ) : null}
      <ActionProblem action="overlay.set#speech" />
    </Card>
  );
}

/** Offers the app only if this core runs inside it. */
function Place({ speech, change }: SpeechFieldsProps) {
  const { t } = useWords();
  const inApp = useSelect(selectDesktop) !== null;
  const { from } = speech;
  const offered = SPEECH_SOURCES.filter((source) => source !== 'app' || inApp || from === 'app');
  const note =
    from === 'app' && !inApp ? 'speech.from-app-none' : (`speech.from-${from}-note` as const);
  return (
    <div className="stack">
      <ChoiceList
        label={t('speech.from')}
        choices={offered.map((value) => ({ value, label: t(`speech.from-${value}`) }))}
        chosen={from}
        onChoose={(chosen) => change({ from: chosen })}
      />
      <p className="entry-note">{t(note)}</p>
    </div>
  );
}

function Limits({ speech, change }: SpeechFieldsProps) {
  const { t } = useWords();
  return (
    <>
      <NumberField
        label={t('speech.minimumBeams')}
        note={t('speech.minimumBeams-note')}
        value={speech.minimumBeams}
        min={0}
        max={MOST_BEAMS}
        unit={t('field.beams-unit')}
        onChange={(value) => change({ minimumBeams: Math.round(value) })}
      />
      <NumberField
        label={t('speech.longest')}
        note={t('speech.longest-note')}
        value={speech.longest}
        {...LETTERS}
        unit={t('speech.letters')}
        onChange={(value) => change({ longest: Math.round(value) })}
      />
      <EntriesField
        label={t('speech.blockedWords')}
        note={t('speech.blockedWords-note')}
        value={speech.blockedWords}
        {...WORDS}
        onChange={(words) => change({ blockedWords: [...words] })}
      />
    </>
  );
}
