import { Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import type { StageEvent, ValuedKind } from '../../../shared/events.ts';
import { ALERT_SOUNDS, type Variant } from '../../../shared/overlay/alert-rules.ts';
import { MEDIA_TYPES } from '../../../shared/overlay/media.ts';
import {
  ENTRANCES,
  type Entrance,
  EXITS,
  type Exit,
  LEVELS,
  PICTURE_PLACES,
} from '../../../shared/overlay/names.ts';
import {
  fillTemplate,
  KIND_VARIABLES,
  VARIABLES,
  type Variable,
} from '../../../shared/overlay/template.ts';
import { selectMedia, selectOverlay } from '../../stores/dashboard-store.ts';
import { IconButton } from '../../ui/button.tsx';
import { SelectField, Slider, Switch } from '../../ui/choices.tsx';
import { type ControlProps, LineField, Segments } from '../../ui/fields.tsx';
import { Fold } from '../../ui/fold.tsx';
import { OpenNumberField } from '../../ui/open-number-field.tsx';
import { useSelect, useWords } from '../context.ts';
import { ListenButton, MediaPicker } from '../media/media-picker.tsx';
import { AlertPreview } from './alert-preview.tsx';
import { HEADLINE_MOST } from './rule-edits.ts';
import { VariantVoice } from './variant-voice.tsx';

interface VariantFieldsProps {
  readonly variant: Variant;
  readonly number: number;
  /** Its probability, percent; null if it is the only variant. */
  readonly share: number | null;
  readonly examples: readonly StageEvent<ValuedKind>[];
  readonly onChange: (change: Partial<Variant>) => void;
  readonly onRemove: () => void;
}

export function VariantFields(props: VariantFieldsProps) {
  const { variant, number, share, examples, onChange, onRemove } = props;
  const { t } = useWords();
  const title = t('variant.title', { count: number });
  const [example] = examples;
  return (
    <section className="variant stack roomy" aria-label={title}>
      {share === null ? null : (
        <div className="variant-head card-row">
          <h4>{title}</h4>
          <IconButton
            icon={Trash2}
            label={t('variant.remove', { count: number })}
            onPress={onRemove}
          />
        </div>
      )}
      <div className="variant-body stack roomy">
        <div className="stack roomy">
          <LevelField variant={variant} onChange={onChange} />
          <div className="variant-grid">
            <div className="stack roomy">
              <MediaPicker
                label={t('variant.image')}
                kinds={['image', 'video']}
                fixed={[{ value: DEFAULT, label: t('variant.image-default') }]}
                chosen={variant.image ?? DEFAULT}
                onChoose={(chosen) => onChange({ image: chosen === DEFAULT ? null : chosen })}
              />
              {variant.image === null ? null : (
                <PicturePlace variant={variant} onChange={onChange} image={variant.image} />
              )}
            </div>
            <Sound variant={variant} onChange={onChange} />
            {example ? (
              <VariantVoice variant={variant} event={example} onChange={onChange} />
            ) : null}
            <Duration variant={variant} onChange={onChange} />
          </div>
          <TemplateField
            value={variant.headline}
            examples={examples}
            onChange={(headline) => onChange({ headline })}
          />
          <Advanced variant={variant} share={share} onChange={onChange} />
        </div>
        {example ? <AlertPreview event={example} variant={variant} /> : null}
      </div>
    </section>
  );
}

type PartProps = Pick<VariantFieldsProps, 'variant' | 'onChange'>;

const LEVEL_CHOICES = ['auto', ...LEVELS] as const;

/** How much of the screen the alert takes. */
function LevelField({ variant: { level }, onChange }: PartProps) {
  const { t } = useWords();
  return (
    <div className="entry level-field">
      <span className="condition-name" aria-hidden>
        {t('variant.level')}
      </span>
      <Segments
        label={t('variant.level')}
        choices={LEVEL_CHOICES.map((value) => ({ value, label: t(`level.${value}`) }))}
        chosen={level ?? 'auto'}
        onChoose={(chosen) => onChange({ level: chosen === 'auto' ? null : chosen })}
      />
    </div>
  );
}

const DEFAULT = 'default';
const SILENT = 'silent';

/** Where the picture stands, and of a video whether it is heard. */
function PicturePlace({ variant, image, onChange }: PartProps & { readonly image: string }) {
  const { t } = useWords();
  const type = useSelect(selectMedia)?.find(({ hash }) => hash === image)?.type;
  return (
    <>
      <SelectField
        label={t('variant.picture-place')}
        choices={PICTURE_PLACES.map((value) => ({ value, label: t(`picture-place.${value}`) }))}
        chosen={variant.picturePlace}
        onChoose={(picturePlace) => onChange({ picturePlace })}
      />
      {type && MEDIA_TYPES[type].kind === 'video' && !variant.silent ? (
        <Switch
          label={t('variant.video-sound')}
          on={variant.videoSound}
          onChange={(videoSound) => onChange({ videoSound })}
        />
      ) : null}
    </>
  );
}

function Sound({ variant, onChange }: PartProps) {
  const { t } = useWords();
  const { silent, sound, volume } = variant;
  return (
    <div className="stack roomy">
      <MediaPicker
        label={t('variant.sound')}
        kinds={['sound']}
        fixed={[
          { value: DEFAULT, label: t('variant.sound-default') },
          { value: SILENT, label: t('variant.silent') },
          ...ALERT_SOUNDS.map((value) => ({ value, label: t(`sound.${value}`) })),
        ]}
        chosen={silent ? SILENT : (sound ?? DEFAULT)}
        onChoose={(chosen) => onChange(soundChoice(chosen))}
        aside={(item) => (item.broken ? null : <ListenButton item={item} volume={volume} />)}
      />
      {silent ? null : (
        <Slider
          label={t('variant.volume')}
          value={volume}
          min={0}
          max={1}
          step={0.05}
          valueText={t('variant.share', { percent: Math.round(volume * 100) })}
          onChange={(next) => onChange({ volume: Math.round(next * 100) / 100 })}
        />
      )}
    </div>
  );
}

function soundChoice(chosen: string): Partial<Variant> {
  if (chosen === SILENT) return { silent: true };
  return { silent: false, sound: chosen === DEFAULT ? null : chosen };
}

function Duration({ variant, onChange }: PartProps) {
  const { t } = useWords();
  const usual = useSelect(selectOverlay)?.alertDefaults.durationS ?? 0;
  return (
    <OpenNumberField
      label={t('variant.duration')}
      value={variant.durationS}
      min={2}
      max={60}
      step="any"
      unit={t('variant.seconds')}
      placeholder={t('variant.duration-usual', { seconds: usual })}
      onChange={(durationS) => onChange({ durationS })}
    />
  );
}

/** What a first alert can do without: movement, and how often this style comes. */
function Advanced({ variant, share, onChange }: PartProps & Pick<VariantFieldsProps, 'share'>) {
  const { t } = useWords();
  const named = <T extends Entrance | Exit>(motions: readonly T[]) =>
    motions.map((value) => ({ value, label: t(`motion.${value}`) }));
  return (
    <Fold title={t('variant.advanced')}>
      <div className="stack roomy">
        {share === null ? null : (
          <Slider
            label={t('variant.weight')}
            value={variant.weight}
            min={1}
            max={100}
            step={1}
            valueText={t('variant.share', { percent: share })}
            onChange={(weight) => onChange({ weight })}
          />
        )}
        <div className="variant-row fit">
          <SelectField
            label={t('variant.entrance')}
            choices={named(ENTRANCES)}
            chosen={variant.entrance}
            onChoose={(entrance) => onChange({ entrance })}
          />
          <SelectField
            label={t('variant.exit')}
            choices={named(EXITS)}
            chosen={variant.exit}
            onChoose={(exit) => onChange({ exit })}
          />
        </div>
      </div>
    </Fold>
  );
}

interface TemplateFieldProps extends ControlProps<string> {
  readonly examples: VariantFieldsProps['examples'];
}

function TemplateField({ value, examples, onChange }: TemplateFieldProps) {
  const { t } = useWords();
  const field = useRef<HTMLInputElement>(null);
  const insert = (variable: Variable) => {
    const element = field.current;
    const start = element?.selectionStart ?? value.length;
    const end = element?.selectionEnd ?? start;
    const put = `{${variable}}`;
    const next = value.slice(0, start) + put + value.slice(end);
    if (next.length > HEADLINE_MOST || !element) return;
    // The caret moves at once: after a late frame it would jump out of what is typed next.
    flushSync(() => onChange(next));
    element.focus();
    element.setSelectionRange(start + put.length, start + put.length);
  };
  return (
    <div className="stack">
      <LineField
        label={t('variant.headline')}
        note={t('variant.headline-note')}
        value={value}
        max={HEADLINE_MOST}
        field={field}
        onChange={onChange}
      />
      <fieldset className="chips" aria-label={t('variant.variables')}>
        {variablesFor(examples).map((variable) => (
          <button
            key={variable}
            type="button"
            className="chip"
            aria-label={t('variant.insert', { name: t(`variable.${variable}`) })}
            title={`{${variable}}`}
            onClick={() => insert(variable)}
          >
            {t(`variable.${variable}`)}
          </button>
        ))}
      </fieldset>
      <Filled value={value} examples={examples} />
    </div>
  );
}

function variablesFor(examples: TemplateFieldProps['examples']): readonly Variable[] {
  return VARIABLES.filter((variable) =>
    examples.some(({ kind }) => KIND_VARIABLES[kind].includes(variable)),
  );
}

function Filled({ value, examples }: Omit<TemplateFieldProps, 'onChange'>) {
  const { t, language } = useWords();
  if (examples.length === 0) return null;
  return (
    <dl className="filled stack" aria-label={t('variant.preview')}>
      {examples.map((event) => {
        const text = fillTemplate(value, event, { language, tally: null });
        const own = value.trim() === '' ? 'variant.own-words' : 'variant.own-words-hole';
        return (
          <div key={event.kind} className="filled-line">
            <dt>{t(`kind.${event.kind}`)}</dt>
            <dd data-own={text === null}>{text === null ? t(own) : <bdi>{text}</bdi>}</dd>
          </div>
        );
      })}
    </dl>
  );
}
