import { Info, Power, Swords } from 'lucide-react';
import { useState } from 'react';
import {
  MISSION_BEAMS,
  MISSION_PREFIX_MOST,
  type Mission,
  type MissionStatus,
  type MissionsConfig,
  type MissionsState,
} from '../../../shared/contract/missions.ts';
import { selectMissions, selectReachable } from '../../stores/dashboard-store.ts';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/choices.tsx';
import { LineField, NumberField } from '../../ui/fields.tsx';
import { Fold } from '../../ui/fold.tsx';
import { ActionDialog, CoreButton } from '../action-button.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { QuietNote } from '../show/quiet-note.tsx';
import { SoundNote } from '../show/sound-note.tsx';
import { TryButton } from '../show/try-button.tsx';
import { WidgetNote } from '../show/widget-note.tsx';
import { MissionList } from './mission-list.tsx';
import './missions.css';

type Board = NonNullable<MissionsState['board']>;

const FIRST: MissionsConfig = { leastBeams: 1_000, prefix: '', open: true, announce: true };

/** The missions that are on, what was proposed, and what begins them. */
export function MissionsPage() {
  const state = useSelect(selectMissions);
  const reachable = useSelect(selectReachable);
  if (!state) return null;
  const { board, last } = state;
  return (
    <div className="show-page columns" data-stale={!reachable}>
      <div className="flow">
        {board ? <BoardCard board={board} /> : null}
        {board ? <ProposalsCard board={board} /> : null}
        <SettingsCard key={board ? 'on' : 'off'} last={last ?? FIRST} isOn={board !== null} />
      </div>
      <div className="flow">
        <WidgetNote kind="missions" />
        <QuietNote />
        <SoundNote of="missions" />
      </div>
    </div>
  );
}

const withStatus = (missions: readonly Mission[], ...wanted: readonly MissionStatus[]) =>
  wanted.flatMap((status) => missions.filter((mission) => mission.status === status));

/** The accepted ones. */
function BoardCard({ board: { missions, counts } }: { readonly board: Board }) {
  const { t } = useWords();
  const on = withStatus(missions, 'running', 'waiting');
  const over = withStatus(missions, 'success', 'failed').sort((one, other) => other.id - one.id);
  return (
    <Card icon={Swords} title={t('missions.board')}>
      {on.length === 0 ? (
        <p className="card-text">{t('missions.none-on')}</p>
      ) : (
        <MissionList label={t('missions.board')} missions={on} />
      )}
      <p className="card-note" role="status">
        {t('missions.counts', { won: counts.success, lost: counts.failed })}
      </p>
      {over.length === 0 ? null : (
        <Fold title={t('missions.over', { count: over.length })}>
          <MissionList label={t('missions.over-list')} missions={over} />
        </Fold>
      )}
      <EndButton />
    </Card>
  );
}

function EndButton() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const [asked, setAsked] = useState(false);
  const end = async () => {
    if (await dashboard.ask('missions.end', {})) setAsked(false);
  };
  return (
    <div className="card-row">
      <CoreButton icon={Power} onPress={() => setAsked(true)}>
        {t('missions.end')}
      </CoreButton>
      {asked ? (
        <ActionDialog
          action="missions.end"
          title={t('missions.end-title')}
          text={t('missions.end-text')}
          confirm={t('missions.end')}
          cancel={t('missions.cancel')}
          icon={Power}
          onConfirm={() => void end()}
          onClose={() => setAsked(false)}
        />
      ) : null}
    </div>
  );
}

/** What donations propose: nobody but the streamer sees it. */
function ProposalsCard({ board: { missions, missed, config } }: { readonly board: Board }) {
  const { t } = useWords();
  const proposed = withStatus(missions, 'proposed');
  const declined = withStatus(missions, 'declined').sort((one, other) => other.id - one.id);
  const none = config.open ? 'missions.none-proposed' : 'missions.closed';
  return (
    <Card icon={Swords} title={t('missions.proposals', { count: proposed.length })}>
      <p className="card-note">{t('missions.proposals-text')}</p>
      {proposed.length === 0 ? (
        <p className="card-text">{t(none)}</p>
      ) : (
        <MissionList
          label={t('missions.proposals', { count: proposed.length })}
          missions={proposed}
        />
      )}
      {missed > 0 ? (
        <Callout
          tone="warn"
          role="status"
          title={t('missions.missed', { count: missed })}
          text={t('missions.missed-text')}
        />
      ) : null}
      {declined.length === 0 ? null : (
        <Fold title={t('missions.declined-list', { count: declined.length })}>
          <MissionList
            label={t('missions.declined-list', { count: declined.length })}
            missions={declined}
          />
        </Fold>
      )}
    </Card>
  );
}

interface SettingsProps {
  readonly last: MissionsConfig;
  readonly isOn: boolean;
}

function SettingsCard({ last, isOn }: SettingsProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const [config, setConfig] = useState(last);
  const set = (change: Partial<MissionsConfig>) => setConfig((now) => ({ ...now, ...change }));
  const isSame = JSON.stringify(config) === JSON.stringify(last);
  return (
    <Card icon={Swords} title={t(isOn ? 'missions.settings' : 'missions.new')}>
      <p className="card-text">{t('missions.about')}</p>
      <Callout
        tone="neutral"
        icon={Info}
        title={t('missions.money')}
        text={t('missions.money-text')}
      />
      <NumberField
        label={t('missions.least')}
        value={config.leastBeams}
        min={MISSION_BEAMS.least}
        max={MISSION_BEAMS.most}
        unit={t('missions.beams-unit')}
        onChange={(beams) => set({ leastBeams: Math.round(beams) })}
      />
      <LineField
        label={t('missions.prefix')}
        note={t('missions.prefix-text')}
        value={config.prefix}
        max={MISSION_PREFIX_MOST}
        placeholder={t('missions.prefix-example')}
        onChange={(prefix) => set({ prefix })}
      />
      <Switch
        label={t('missions.open')}
        text={t('missions.open-text')}
        on={config.open}
        onChange={(open) => set({ open })}
      />
      <Switch
        label={t('missions.announce')}
        text={t('missions.announce-text')}
        on={config.announce}
        onChange={(announce) => set({ announce })}
      />
      <div className="card-row">
        {isOn ? (
          <CoreButton
            action="missions.set"
            variant="primary"
            disabled={isSame}
            onPress={() => void dashboard.ask('missions.set', config)}
          >
            {t('missions.save')}
          </CoreButton>
        ) : (
          <>
            <CoreButton
              action="missions.begin"
              variant="primary"
              icon={Power}
              onPress={() => void dashboard.ask('missions.begin', config)}
            >
              {t('missions.begin')}
            </CoreButton>
            <TryButton
              action="missions.begin"
              onPress={() => void dashboard.ask('missions.begin', { ...FIRST, leastBeams: 100 })}
            />
          </>
        )}
      </div>
      <ActionProblem action="missions.begin" />
      <ActionProblem action="missions.set" />
    </Card>
  );
}
