import type { StageEvent, ValuedKind } from '../../../shared/events.ts';
import { levelOf } from '../../../shared/overlay/alert-look.ts';
import type { SpeechSettings, Variant } from '../../../shared/overlay/alert-rules.ts';
import {
  isReadAloud,
  parseVoiceRef,
  voiceRef,
  voiceSettingsOf,
  withOwnVoice,
} from '../../../shared/overlay/voices.ts';
import { selectOverlay } from '../../stores/dashboard-store.ts';
import { SelectField } from '../../ui/choices.tsx';
import { useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { useReading } from '../query.ts';
import { listedVoices, SampleButton, SPEECH_SCOPE } from './core-voices.tsx';

interface VariantVoiceProps {
  readonly variant: Variant;
  /** Of the rule: it decides which voice is the usual one. */
  readonly event: StageEvent<ValuedKind>;
  readonly onChange: (change: Partial<Variant>) => void;
}

/** Whether an alert is read aloud, and by which voice. */
export function VariantVoice(props: VariantVoiceProps) {
  const speech = useSelect(selectOverlay)?.speech;
  if (!speech) return null;
  return speech.from === 'core' ? (
    <CoreVoice {...props} speech={speech} />
  ) : (
    <Reading {...props} speech={speech} voices={[]} />
  );
}

interface SpokenProps extends VariantVoiceProps {
  readonly speech: SpeechSettings;
}

/** Voices of the core can be heard before they are on air. */
function CoreVoice(props: SpokenProps) {
  const { t } = useWords();
  const { value } = useReading(SPEECH_SCOPE, 'speech.voices', {});
  const { variant, event, speech } = props;
  const level = variant.level ?? (event.kind === 'DONATION' ? levelOf(event) : null);
  const usual = voiceSettingsOf(speech, event.kind, level);
  return (
    <div className="stack">
      <Reading {...props} voices={listedVoices(value, t)} />
      {isReadAloud(speech, variant) ? (
        <div className="card-row">
          <SampleButton
            settings={withOwnVoice(usual, variant.voice)}
            disabled={value?.voices.length === 0}
          />
        </div>
      ) : null}
      <ActionProblem action="speech.try" />
    </div>
  );
}

const USUAL = 'usual';
const NEVER = 'never';
/** Read by whichever voice speaks the text's language. */
const ANY = 'any';

interface ReadingProps extends SpokenProps {
  readonly voices: ReturnType<typeof listedVoices>;
}

function Reading({ variant, speech, voices, onChange }: ReadingProps) {
  const { t } = useWords();
  const chosen = chosenOf(variant);
  const gone = parseVoiceRef(chosen);
  const isListed = gone === null || voices.some(({ value }) => value === chosen);
  return (
    <SelectField
      label={t('variant.voice')}
      choices={[
        { value: USUAL, label: t(speech.on ? 'variant.voice-usual' : 'variant.voice-usual-off') },
        { value: NEVER, label: t('variant.voice-never') },
        { value: ANY, label: t('variant.voice-any') },
        ...voices,
        ...(isListed ? [] : [{ value: chosen, label: gone.name }]),
      ]}
      chosen={chosen}
      onChoose={(value) => onChange(choiceOf(value, variant))}
    />
  );
}

function chosenOf({ readAloud, voice: own }: Variant): string {
  if (!readAloud) return NEVER;
  if (own === null) return USUAL;
  const ref = parseVoiceRef(own.voice ?? null);
  return ref ? voiceRef(ref) : ANY;
}

function choiceOf(value: string, { voice: own }: Variant): Partial<Variant> {
  switch (value) {
    case NEVER:
      return { readAloud: false };
    case USUAL:
      return { readAloud: true, voice: null };
    case ANY:
      return { readAloud: true, voice: { ...own, voice: null } };
    default:
      return { readAloud: true, voice: { ...own, voice: value } };
  }
}
