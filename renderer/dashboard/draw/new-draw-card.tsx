import { Play, Ticket } from 'lucide-react';
import { useState } from 'react';
import {
  DRAW_ANSWER_SECONDS,
  DRAW_BEAMS_MOST,
  DRAW_ENTRIES,
  DRAW_EXCEPT_MOST,
  DRAW_KEYWORD_MOST,
  DRAW_NAME_MOST,
  DRAW_NAMES_MOST,
  DRAW_SECONDS,
  DRAW_TITLE_MOST,
  DRAW_WINNERS,
  type DrawConfig,
  type DrawEntry,
  type DrawEntryBy,
} from '../../../shared/contract/draw.ts';
import type { Words } from '../../i18n/dashboard.ts';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/choices.tsx';
import { EntriesField, LineField, MomentField, NumberField, Segments } from '../../ui/fields.tsx';
import { CoreButton } from '../action-button.tsx';
import { useDashboard, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { TryButton } from '../show/try-button.tsx';

/** What each way to enter was set to, also while another one is chosen. */
interface Draft extends Omit<DrawConfig, 'entry'> {
  readonly by: DrawEntryBy;
  readonly keyword: string;
  readonly beams: number;
  readonly since: number | null;
  readonly names: readonly string[];
}

const FIRST: Omit<Draft, 'keyword'> = {
  title: '',
  by: 'keyword',
  beams: 1_000,
  since: null,
  names: [],
  subscribersOnly: false,
  exceptLast: 0,
  winners: 1,
  seconds: null,
  answer: false,
  answerSeconds: 60,
  announce: true,
};

function draftOf(last: DrawConfig | null, keyword: string): Draft {
  if (last === null) return { ...FIRST, keyword };
  const { entry, ...rest } = last;
  return {
    ...FIRST,
    ...rest,
    by: entry.by,
    keyword: entry.by === 'keyword' ? entry.keyword : keyword,
    beams: entry.by === 'donation' ? entry.beams : FIRST.beams,
  };
}

function configOf({ by, keyword, beams, since, names, ...rest }: Draft): DrawConfig {
  const entries: Readonly<Record<DrawEntryBy, DrawEntry>> = {
    keyword: { by: 'keyword', keyword },
    donation: { by: 'donation', beams, since },
    subscription: { by: 'subscription', since },
    list: { by: 'list', names },
    queue: { by: 'queue' },
  };
  const subscribersOnly = rest.subscribersOnly && mayFilterBySubscription(by);
  return { ...rest, subscribersOnly, entry: entries[by] };
}

function mayFilterBySubscription(by: DrawEntryBy): boolean {
  return by === 'keyword' || by === 'donation' || by === 'queue';
}

const sampleOf = (t: Words['t']): Draft => ({
  ...draftOf(null, t('draw.keyword-first')),
  title: t('sample-show.reward-1'),
  seconds: 30,
});

interface PartProps {
  readonly draft: Draft;
  readonly set: (change: Partial<Draft>) => void;
}

/** What begins a draw. `last`: what the draw before was set to. */
export function NewDrawCard({ last }: { readonly last: DrawConfig | null }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const [draft, setDraft] = useState(() => draftOf(last, t('draw.keyword-first')));
  const set = (change: Partial<Draft>) => setDraft((now) => ({ ...now, ...change }));
  const lacks = lackOf(draft);
  return (
    <Card icon={Ticket} title={t('draw.new')}>
      <p className="card-text">{t('draw.about')}</p>
      <LineField
        label={t('draw.title-field')}
        value={draft.title}
        max={DRAW_TITLE_MOST}
        placeholder={t('draw.title-example')}
        onChange={(title) => set({ title })}
      />
      <EntryFields draft={draft} set={set} />
      <NumberField
        label={t('draw.winners')}
        value={draft.winners}
        min={DRAW_WINNERS.least}
        max={DRAW_WINNERS.most}
        unit={t('draw.winners-unit')}
        onChange={(winners) => set({ winners: Math.round(winners) })}
      />
      <FilterFields draft={draft} set={set} />
      {draft.by === 'list' ? null : <TimeFields draft={draft} set={set} />}
      <Switch
        label={t('draw.announce')}
        text={t('draw.announce-text')}
        on={draft.announce}
        onChange={(announce) => set({ announce })}
      />
      <div className="card-row">
        <CoreButton
          action="draw.begin"
          variant="primary"
          icon={Play}
          disabled={lacks !== null}
          onPress={() => void dashboard.ask('draw.begin', configOf(draft))}
        >
          {t('draw.begin')}
        </CoreButton>
        <TryButton
          action="draw.begin"
          onPress={() => void dashboard.ask('draw.begin', configOf(sampleOf(t)))}
        />
        {lacks ? <span className="card-note">{t(lacks)}</span> : null}
      </div>
      <ActionProblem action="draw.begin" />
    </Card>
  );
}

function lackOf({ by, keyword, names }: Draft) {
  if (by === 'keyword' && keyword.trim() === '') return 'draw.keyword-few';
  return by === 'list' && names.length === 0 ? 'draw.names-few' : null;
}

function EntryFields({ draft, set }: PartProps) {
  const { t } = useWords();
  const { by } = draft;
  return (
    <>
      <div className="draw-choices">
        <Segments
          label={t('draw.by')}
          choices={DRAW_ENTRIES.map((value) => ({ value, label: t(`draw.by-${value}`) }))}
          chosen={by}
          onChoose={(chosen) => set({ by: chosen })}
        />
        <p className="card-note">{t(`draw.by-${by}-text`)}</p>
      </div>
      {by === 'keyword' ? (
        <LineField
          label={t('draw.keyword')}
          value={draft.keyword}
          max={DRAW_KEYWORD_MOST}
          onChange={(keyword) => set({ keyword })}
        />
      ) : null}
      {by === 'donation' ? (
        <NumberField
          label={t('draw.beams')}
          value={draft.beams}
          min={1}
          max={DRAW_BEAMS_MOST}
          unit={t('draw.beams-unit')}
          onChange={(beams) => set({ beams: Math.round(beams) })}
        />
      ) : null}
      {by === 'donation' || by === 'subscription' ? (
        <MomentField
          label={t('draw.since')}
          note={t('draw.since-note')}
          value={draft.since}
          onChange={(since) => set({ since })}
        />
      ) : null}
      {by === 'list' ? (
        <EntriesField
          label={t('draw.names')}
          note={t('draw.names-note', { most: DRAW_NAMES_MOST })}
          value={draft.names}
          max={DRAW_NAME_MOST}
          most={DRAW_NAMES_MOST}
          onChange={(names) => set({ names })}
        />
      ) : null}
    </>
  );
}

function FilterFields({ draft, set }: PartProps) {
  const { t } = useWords();
  const { by, subscribersOnly, exceptLast } = draft;
  return (
    <>
      {mayFilterBySubscription(by) ? (
        <Switch
          label={t('draw.subscribers')}
          on={subscribersOnly}
          onChange={(on) => set({ subscribersOnly: on })}
        />
      ) : null}
      <Switch
        label={t('draw.except')}
        text={t('draw.except-text')}
        on={exceptLast > 0}
        onChange={(on) => set({ exceptLast: on ? 1 : 0 })}
      />
      {exceptLast > 0 ? (
        <NumberField
          label={t('draw.except-count')}
          value={exceptLast}
          min={1}
          max={DRAW_EXCEPT_MOST}
          unit={t('draw.except-unit')}
          onChange={(count) => set({ exceptLast: Math.round(count) })}
        />
      ) : null}
    </>
  );
}

function TimeFields({ draft, set }: PartProps) {
  const { t } = useWords();
  const { by, seconds, answer, answerSeconds } = draft;
  return (
    <>
      {by === 'queue' ? null : (
        <Switch
          label={t('draw.limit')}
          on={seconds !== null}
          onChange={(on) => set({ seconds: on ? 120 : null })}
        />
      )}
      {seconds === null || by === 'queue' ? null : (
        <NumberField
          label={t('draw.seconds')}
          value={seconds}
          min={DRAW_SECONDS.least}
          max={DRAW_SECONDS.most}
          unit={t('draw.seconds-unit')}
          onChange={(value) => set({ seconds: Math.round(value) })}
        />
      )}
      <Switch
        label={t('draw.answer')}
        text={t('draw.answer-text')}
        on={answer}
        onChange={(on) => set({ answer: on })}
      />
      {answer ? (
        <Switch
          label={t('draw.answer-limit')}
          text={t('draw.answer-limit-text')}
          on={answerSeconds !== null}
          onChange={(on) => set({ answerSeconds: on ? 60 : null })}
        />
      ) : null}
      {answer && answerSeconds !== null ? (
        <NumberField
          label={t('draw.answer-seconds')}
          value={answerSeconds}
          min={DRAW_ANSWER_SECONDS.least}
          max={DRAW_ANSWER_SECONDS.most}
          unit={t('draw.seconds-unit')}
          onChange={(value) => set({ answerSeconds: Math.round(value) })}
        />
      ) : null}
    </>
  );
}
