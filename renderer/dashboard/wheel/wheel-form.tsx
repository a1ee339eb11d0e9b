import { LoaderPinwheel, Save } from 'lucide-react';
import { useState } from 'react';
import {
  WHEEL_BEAMS_MOST,
  WHEEL_NAME_MOST,
  WHEEL_SECONDS,
  WHEEL_SECTIONS,
  WHEEL_TITLE_MOST,
  WHEEL_WEIGHT,
  type WheelConfig,
} from '../../../shared/contract/wheel.ts';
import type { Words } from '../../i18n/dashboard.ts';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/choices.tsx';
import { Entry, LineField, NumberField, useEntry } from '../../ui/fields.tsx';
import { CoreButton } from '../action-button.tsx';
import { useDashboard, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { TryButton } from '../show/try-button.tsx';
import { readSections, type SectionsRead, sectionLines } from './section-lines.ts';

type Options = Omit<WheelConfig, 'sections'>;

const FIRST: Options = { title: '', seconds: 6, byChat: false, beams: null, announce: true };
const FIRST_BEAMS = 1_000;

const sampleWheel = (t: Words['t']): WheelConfig => ({
  ...FIRST,
  title: t('sample-show.wheel'),
  sections: ([3, 2, 2, 1] as const).map((weight, at) => ({
    name: t(`sample-show.wheel-${(at + 1) as 1 | 2 | 3 | 4}`),
    weight,
  })),
});

interface WheelFormProps {
  /** What it, or the one before, is set to; null: there was none. */
  readonly config: WheelConfig | null;
  /** There is a wheel to be changed. */
  readonly runs: boolean;
}

/** What makes a wheel, or changes the one that is there. */
export function WheelForm({ config, runs }: WheelFormProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const [options, setOptions] = useState<Options>(config ?? FIRST);
  const [lines, setLines] = useState(() => sectionLines(config?.sections ?? []));
  const set = (change: Partial<Options>) => setOptions((now) => ({ ...now, ...change }));
  const read = readSections(lines);
  const isNew = runs && lines.trim() !== sectionLines(config?.sections ?? []);
  const save = () => {
    if (read.fault) return;
    const { title, seconds, byChat, beams, announce } = options;
    const { sections } = read;
    void dashboard.ask('wheel.save', { title, sections, seconds, byChat, beams, announce });
  };
  return (
    <Card icon={LoaderPinwheel} title={t(runs ? 'wheel.settings' : 'wheel.new')}>
      <p className="card-text">{t('wheel.about')}</p>
      <LineField
        label={t('wheel.title-field')}
        value={options.title}
        max={WHEEL_TITLE_MOST}
        placeholder={t('wheel.title-example')}
        onChange={(title) => set({ title })}
      />
      <SectionsField lines={lines} read={read} onChange={setLines} />
      <OptionFields options={options} set={set} />
      <div className="card-row">
        <CoreButton
          action="wheel.save"
          variant={runs ? 'plain' : 'primary'}
          icon={runs ? Save : LoaderPinwheel}
          disabled={read.fault !== undefined}
          onPress={save}
        >
          {t(runs ? (isNew ? 'wheel.renew' : 'wheel.save') : 'wheel.begin')}
        </CoreButton>
        {runs ? null : (
          <TryButton action="wheel.save" onPress={() => void showMe(dashboard, sampleWheel(t))} />
        )}
        {isNew ? <span className="card-note">{t('wheel.renew-text')}</span> : null}
      </div>
      <ActionProblem action="wheel.save" />
    </Card>
  );
}

async function showMe({ ask }: ReturnType<typeof useDashboard>, sample: WheelConfig) {
  if (await ask('wheel.save', sample)) await ask('wheel.spin', {});
}

interface SectionsFieldProps {
  readonly lines: string;
  readonly read: SectionsRead;
  readonly onChange: (lines: string) => void;
}

const ROWS = { least: 5, most: 16 } as const;

function SectionsField({ lines, read, onChange }: SectionsFieldProps) {
  const { t } = useWords();
  const isFaulty = read.fault !== undefined && lines.trim() !== '';
  const note = isFaulty ? faultText(read, t) : countText(read, t);
  const control = useEntry(note);
  const rows = Math.min(ROWS.most, Math.max(ROWS.least, lines.split('\n').length));
  return (
    <Entry id={control.id} label={t('wheel.sections')} note={note} faulty={isFaulty}>
      <textarea
        {...control}
        className="entry-field entry-area"
        rows={rows}
        value={lines}
        placeholder={t('wheel.sections-example')}
        spellCheck={false}
        aria-invalid={isFaulty}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </Entry>
  );
}

function countText(read: SectionsRead, t: Words['t']): string {
  const how = t('wheel.sections-note');
  return read.fault ? how : `${t('wheel.count', { count: read.sections.length })} · ${how}`;
}

function faultText(read: SectionsRead, t: Words['t']): string {
  const { least, most } = WHEEL_SECTIONS;
  switch (read.fault) {
    case undefined:
      return '';
    case 'few':
      return t('wheel.fault-few', { least });
    case 'many':
      return t('wheel.fault-many', { most });
    case 'weight':
      return t('wheel.fault-weight', { line: read.line, most: WHEEL_WEIGHT.most });
    case 'long':
      return t('wheel.fault-long', { line: read.line, most: WHEEL_NAME_MOST });
  }
}

interface OptionFieldsProps {
  readonly options: Options;
  readonly set: (change: Partial<Options>) => void;
}

function OptionFields({ options, set }: OptionFieldsProps) {
  const { t } = useWords();
  const { seconds, byChat, beams, announce } = options;
  return (
    <>
      <NumberField
        label={t('wheel.seconds')}
        value={seconds}
        min={WHEEL_SECONDS.least}
        max={WHEEL_SECONDS.most}
        unit={t('wheel.seconds-unit')}
        onChange={(value) => set({ seconds: Math.round(value) })}
      />
      <Switch
        label={t('wheel.by-chat')}
        text={t('wheel.by-chat-text')}
        on={byChat}
        onChange={(on) => set({ byChat: on })}
      />
      <Switch
        label={t('wheel.by-donation')}
        text={t('wheel.by-donation-text')}
        on={beams !== null}
        onChange={(on) => set({ beams: on ? FIRST_BEAMS : null })}
      />
      {beams === null ? null : (
        <NumberField
          label={t('wheel.beams')}
          value={beams}
          min={1}
          max={WHEEL_BEAMS_MOST}
          unit={t('wheel.beams-unit')}
          onChange={(value) => set({ beams: Math.round(value) })}
        />
      )}
      <Switch
        label={t('wheel.announce')}
        text={t('wheel.announce-text')}
        on={announce}
        onChange={(on) => set({ announce: on })}
      />
    </>
  );
}
