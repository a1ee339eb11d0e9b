import { DoorOpen, Gamepad2, Play, Plus, SquareCheckBig, Users } from 'lucide-react';
import { useState } from 'react';
import {
  PLAYERS_NOW_MOST,
  PLAYERS_PRIORITIES,
  PLAYERS_SIZE,
  PLAYERS_TEAM,
  PLAYERS_TITLE_MOST,
  type PlayersConfig,
  type PlayersDesk,
} from '../../../shared/contract/players.ts';
import { selectPlayers, selectReachable } from '../../stores/dashboard-store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/choices.tsx';
import { LineField, NumberField, Segments } from '../../ui/fields.tsx';
import { ActionDialog, CoreButton } from '../action-button.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { QuietNote } from '../show/quiet-note.tsx';
import { TryButton } from '../show/try-button.tsx';
import { WidgetNote } from '../show/widget-note.tsx';
import { NowPlaying, WaitingList } from './player-lists.tsx';
import './players.css';

const FIRST: PlayersConfig = {
  title: '',
  size: 50,
  team: 4,
  priority: 'none',
  once: false,
  announce: true,
};

/** The queue that runs, or what opens the next one. */
export function PlayersPage() {
  const state = useSelect(selectPlayers);
  const reachable = useSelect(selectReachable);
  if (!state) return null;
  const { desk, last } = state;
  return (
    <div className="show-page columns" data-stale={!reachable}>
      <div className="flow">
        {desk ? (
          <>
            <DeskCard desk={desk} />
            <WaitingCard desk={desk} />
          </>
        ) : (
          <NewQueueCard last={last ?? FIRST} />
        )}
      </div>
      <div className="flow">
        <WidgetNote kind="players" />
        <QuietNote />
      </div>
    </div>
  );
}

/** Who plays now, and what calls the next ones. */
function DeskCard({ desk }: { readonly desk: PlayersDesk }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const { title, team, now, queue, played, open } = desk;
  const [asking, setAsking] = useState(false);
  const next = Math.min(team, queue.length);
  const call = (count: number, more: boolean) =>
    void dashboard.ask('players.call', { count, more });
  const end = () => void dashboard.ask('players.end', {});
  return (
    <Card icon={Gamepad2} title={title || t('players.untitled')} aside={<OpenBadge desk={desk} />}>
      <h3 className="players-head">{t('players.now')}</h3>
      {now.length === 0 ? (
        <p className="card-text">{t('players.now-none')}</p>
      ) : (
        <NowPlaying players={now} />
      )}
      <div className="card-row">
        <CoreButton
          action="players.call"
          variant="primary"
          icon={Play}
          title={t('players.call-text')}
          disabled={next === 0}
          onPress={() => call(team, false)}
        >
          {t('players.call', { count: next === 0 ? team : next })}
        </CoreButton>
        {now.length === 0 ? null : (
          <>
            <CoreButton
              icon={Plus}
              disabled={next === 0 || now.length >= PLAYERS_NOW_MOST}
              onPress={() => call(1, true)}
            >
              {t('players.call-more')}
            </CoreButton>
            <CoreButton
              action="players.done"
              icon={SquareCheckBig}
              onPress={() => void dashboard.ask('players.done', {})}
            >
              {t('players.done')}
            </CoreButton>
          </>
        )}
      </div>
      {played === 0 ? null : <p className="card-note">{t('players.played', { count: played })}</p>}
      <ActionProblem action="players.call" />
      <ActionProblem action="players.done" />
      <ActionProblem action="players.absent" />
      <Switch
        label={t('players.open')}
        text={t('players.open-text')}
        on={open}
        onChange={(on) => void dashboard.ask('players.open', { open: on })}
      />
      <ActionProblem action="players.open" />
      <div className="card-row">
        <CoreButton
          action="players.end"
          icon={DoorOpen}
          onPress={() => (queue.length === 0 ? end() : setAsking(true))}
        >
          {t('players.end')}
        </CoreButton>
      </div>
      {asking ? (
        <ActionDialog
          action="players.end"
          title={t('players.end-ask')}
          text={t('players.end-text', { count: queue.length })}
          confirm={t('players.end')}
          cancel={t('players.end-keep')}
          onConfirm={end}
          onClose={() => setAsking(false)}
        />
      ) : (
        <ActionProblem action="players.end" />
      )}
    </Card>
  );
}

function OpenBadge({ desk: { open, queue, size } }: { readonly desk: PlayersDesk }) {
  const { t } = useWords();
  if (!open) return <Badge>{t('players.closed')}</Badge>;
  if (queue.length >= size) return <Badge tone="warn">{t('players.full')}</Badge>;
  return <Badge tone="live">{t('players.joining')}</Badge>;
}

function WaitingCard({ desk: { queue, size, team } }: { readonly desk: PlayersDesk }) {
  const { t } = useWords();
  return (
    <Card
      icon={Users}
      title={t('players.waiting')}
      aside={
        <span className="card-note" role="status">
          {t('players.waiting-of', { count: queue.length, size })}
        </span>
      }
    >
      {queue.length === 0 ? (
        <p className="card-text">{t('players.waiting-none')}</p>
      ) : (
        <WaitingList queue={queue} team={team} />
      )}
      <ActionProblem action="players.pick" />
      <ActionProblem action="players.move" />
      <ActionProblem action="players.remove" />
      <ActionProblem action="players.note" />
    </Card>
  );
}

function NewQueueCard({ last }: { readonly last: PlayersConfig }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const [config, setConfig] = useState(last);
  const set = (change: Partial<PlayersConfig>) => setConfig((now) => ({ ...now, ...change }));
  return (
    <Card icon={Gamepad2} title={t('players.new')}>
      <p className="card-text">{t('players.about')}</p>
      <LineField
        label={t('players.name')}
        value={config.title}
        max={PLAYERS_TITLE_MOST}
        placeholder={t('players.name-example')}
        onChange={(title) => set({ title })}
      />
      <NumberField
        label={t('players.team')}
        value={config.team}
        min={PLAYERS_TEAM.least}
        max={PLAYERS_TEAM.most}
        unit={t('players.unit')}
        onChange={(team) => set({ team: Math.round(team) })}
      />
      <NumberField
        label={t('players.size')}
        value={config.size}
        min={PLAYERS_SIZE.least}
        max={PLAYERS_SIZE.most}
        unit={t('players.unit')}
        onChange={(size) => set({ size: Math.round(size) })}
      />
      <div className="players-choice">
        <span aria-hidden="true">{t('players.priority')}</span>
        <Segments
          label={t('players.priority')}
          choices={PLAYERS_PRIORITIES.map((value) => ({
            value,
            label: t(`players.priority-${value}`),
          }))}
          chosen={config.priority}
          onChoose={(priority) => set({ priority })}
        />
        <p className="card-note">{t(`players.priority-${config.priority}-text`)}</p>
      </div>
      <Switch
        label={t('players.once')}
        text={t('players.once-text')}
        on={config.once}
        onChange={(once) => set({ once })}
      />
      <Switch
        label={t('players.announce')}
        text={t('players.announce-text')}
        on={config.announce}
        onChange={(announce) => set({ announce })}
      />
      <div className="card-row">
        <CoreButton
          action="players.begin"
          variant="primary"
          icon={Play}
          onPress={() => void dashboard.ask('players.begin', config)}
        >
          {t('players.begin')}
        </CoreButton>
        <TryButton
          action="players.begin"
          onPress={() =>
            void dashboard.ask('players.begin', { ...FIRST, title: t('sample-show.players') })
          }
        />
      </div>
      <ActionProblem action="players.begin" />
    </Card>
  );
}
