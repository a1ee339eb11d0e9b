import { useQueryClient } from '@tanstack/react-query';
import {
  BookmarkPlus,
  CircleDot,
  Clapperboard,
  Disc3,
  Pause,
  SlidersHorizontal,
} from 'lucide-react';
import { useEffect } from 'react';
import { type MarksState, REPLAY_BEAMS_MOST } from '../../../shared/contract/marks.ts';
import {
  selectDesktop,
  selectMarks,
  selectObs,
  selectReachable,
} from '../../stores/dashboard-store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/choices.tsx';
import { NumberField } from '../../ui/fields.tsx';
import { CoreButton } from '../action-button.tsx';
import { useDashboard, useNow, useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { useReading } from '../query.ts';
import { RecordingsCard } from './recordings-card.tsx';

/** What the rule asks for when it is switched on. */
const USUAL_BEAMS = 10_000;

interface MarksProps {
  readonly marks: MarksState;
}

/** Recordings of OBS with their marks, and what gets one. */
export function MarksPage() {
  const marks = useSelect(selectMarks);
  const reachable = useSelect(selectReachable);
  useReadAgain(marks?.revision ?? 0);
  if (!marks) return null;
  return (
    <div className="marks columns" data-stale={!reachable}>
      <div className="flow">
        <NowCard marks={marks} />
        <RecordingsCard />
      </div>
      <div className="flow">
        <SettingsCard marks={marks} />
        <ReplaysCard marks={marks} />
      </div>
    </div>
  );
}

/** Reads all lists again after a change. */
function useReadAgain(revision: number): void {
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each change of the core's
  useEffect(() => {
    void client.invalidateQueries({ queryKey: ['marks'] });
  }, [client, revision]);
}

function NowCard({ marks: { recording } }: MarksProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const isConnected = useSelect(selectObs)?.link.state === 'connected';
  const inApp = useSelect(selectDesktop) !== null;
  return (
    <Card
      icon={CircleDot}
      title={t('marks.title')}
      aside={recording ? <NowBadge paused={recording.paused} /> : null}
    >
      <p className="card-text">{t('marks.about')}</p>
      {recording ? (
        <>
          <div className="card-row">
            <CoreButton
              action="marks.add"
              variant="primary"
              icon={BookmarkPlus}
              onPress={() => void dashboard.ask('marks.add', {})}
            >
              {t('marks.add')}
            </CoreButton>
            <span className="card-note" role="status">
              {t('marks.count', { count: recording.marks })}
            </span>
          </div>
          {inApp ? <p className="card-note">{t('marks.hotkey')}</p> : null}
        </>
      ) : (
        <Callout
          tone="neutral"
          title={t('marks.not-recording')}
          text={t(isConnected ? 'marks.not-recording-text' : 'marks.not-connected-text')}
        >
          {isConnected ? null : (
            <div className="card-row answers">
              <Button onPress={() => dashboard.show('settings', 'obs')}>{t('marks.to-obs')}</Button>
            </div>
          )}
        </Callout>
      )}
      <ActionProblem action="marks.add" />
    </Card>
  );
}

function NowBadge({ paused }: { readonly paused: boolean }) {
  const { t } = useWords();
  return (
    <Badge tone={paused ? 'warn' : 'live'} icon={paused ? Pause : Disc3}>
      {t(paused ? 'marks.now-paused' : 'marks.now')}
    </Badge>
  );
}

function SettingsCard({ marks: { settings, canChapter } }: MarksProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  return (
    <Card icon={SlidersHorizontal} title={t('marks.settings')}>
      <Switch
        label={t('marks.chat-peaks')}
        text={t('marks.chat-peaks-text')}
        on={settings.chatPeaks}
        onChange={(chatPeaks) => void dashboard.ask('marks.set', { chatPeaks })}
      />
      <Switch
        label={t('marks.chapters')}
        text={t(canChapter === false ? 'marks.chapters-cannot' : 'marks.chapters-text')}
        on={settings.chapters}
        disabled={canChapter === false && !settings.chapters}
        onChange={(chapters) => void dashboard.ask('marks.set', { chapters })}
      />
      <ActionProblem action="marks.set" />
    </Card>
  );
}

function ReplaysCard({ marks }: MarksProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const { settings, replayBuffer } = marks;
  const { replayFrom } = settings;
  const setFrom = (value: number | null) =>
    void dashboard.ask('marks.set', { replayFrom: value }, 'replay');
  return (
    <Card icon={Clapperboard} title={t('marks.replays')}>
      <Switch
        label={t('marks.replay-rule')}
        text={t('marks.replay-rule-text')}
        on={replayFrom !== null}
        onChange={(on) => setFrom(on ? USUAL_BEAMS : null)}
      />
      {replayFrom === null ? null : (
        <NumberField
          label={t('marks.replay-from')}
          value={replayFrom}
          min={1}
          max={REPLAY_BEAMS_MOST}
          unit={t('marks.beams')}
          onChange={(value) => setFrom(Math.round(value))}
        />
      )}
      <ActionProblem action="marks.set#replay" />
      <Buffer marks={marks} />
      <div className="card-row">
        <CoreButton
          action="marks.save-replay"
          icon={Clapperboard}
          disabled={replayBuffer !== 'on'}
          onPress={() => void dashboard.ask('marks.save-replay', {})}
        >
          {t('marks.save-replay')}
        </CoreButton>
      </div>
      <ActionProblem action="marks.save-replay" />
      <Replays />
    </Card>
  );
}

const MINUTE = 60_000;

/** Says why nothing would be, or was not, saved. */
function Buffer({ marks: { replayBuffer, replayMissedAt } }: MarksProps) {
  const { t, moment } = useWords();
  const now = useNow(MINUTE);
  if (replayMissedAt !== null) {
    return (
      <Callout
        tone="warn"
        role="status"
        title={t('marks.replay-missed', { when: moment(replayMissedAt, now) })}
        text={t('marks.buffer-off-text')}
      />
    );
  }
  if (replayBuffer !== 'off') return null;
  return <Callout tone="neutral" title={t('marks.buffer-off')} text={t('marks.buffer-off-text')} />;
}

function Replays() {
  const { t, pick, moment } = useWords();
  const now = useNow(MINUTE);
  const { value } = useReading('marks', 'marks.replays', {});
  if (!value) return null;
  if (value.replays.length === 0) return <p className="card-note">{t('marks.replays-empty')}</p>;
  return (
    <ul className="marks-replays lined-rows">
      {value.replays.map(({ id, setAt, label }) => (
        <li key={id}>
          <span className="words">{pick(label)}</span>
          <time className="card-note" dateTime={new Date(setAt).toISOString()}>
            {moment(setAt, now)}
          </time>
        </li>
      ))}
    </ul>
  );
}
