import { useQueryClient } from '@tanstack/react-query';
import { ShieldCheck, UserX } from 'lucide-react';
import { useState } from 'react';
import type { CommandResult } from '../../../shared/contract/index.ts';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { LineField, NumberField } from '../../ui/fields.tsx';
import { ActionButton, ActionDialog } from '../action-button.tsx';
import { useDashboard, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { useReading } from '../query.ts';

const DAYS_MAX = 3_650;

interface DataCardProps {
  /** The viewer whose records are shown; empty if none. */
  readonly who: string;
}

export function DataCard({ who }: DataCardProps) {
  const { t } = useWords();
  return (
    <Card icon={ShieldCheck} title={t('reports.data')}>
      <Retention />
      <DeleteViewer key={who} who={who} />
    </Card>
  );
}

function Retention() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const client = useQueryClient();
  const { value } = useReading('retention', 'reports.retention', {});
  const [wanted, setWanted] = useState<number | null>(null);
  if (!value) return null;
  const days = wanted ?? value.chatDays;
  const save = async () => {
    const kept = await dashboard.ask('reports.set-retention', { chatDays: days });
    if (!kept) return;
    setWanted(null);
    await client.invalidateQueries({ queryKey: ['retention'] });
  };
  return (
    <div className="stack part">
      <div className="reports-data-line">
        <NumberField
          label={t('reports.retention')}
          value={days}
          min={0}
          max={DAYS_MAX}
          unit={t('reports.days')}
          onChange={(next) => setWanted(Math.round(next))}
        />
        {days !== value.chatDays ? (
          <ActionButton
            action="reports.set-retention"
            variant="primary"
            onPress={() => void save()}
          >
            {t('reports.save')}
          </ActionButton>
        ) : null}
      </div>
      <p className="card-note">
        {days === 0 ? t('reports.retention-none') : t('reports.retention-text', { count: days })}
        {days < value.chatDays ? ` ${t('reports.retention-less')}` : ''}
      </p>
      <ActionProblem action="reports.set-retention" />
    </div>
  );
}

type Found = CommandResult<'reports.viewer'> & { readonly channelId: string };

function DeleteViewer({ who }: DataCardProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const client = useQueryClient();
  const [channelId, setChannelId] = useState(who);
  const [found, setFound] = useState<Found | null>(null);
  const [gone, setGone] = useState<CommandResult<'reports.delete-viewer'> | null>(null);
  const id = channelId.trim();
  const look = async () => {
    setGone(null);
    const answer = await dashboard.ask('reports.viewer', { channelId: id });
    if (answer) setFound({ ...answer, channelId: id });
  };
  const remove = async (viewer: Found) => {
    const args = { channelId: viewer.channelId, sure: viewer.channelId };
    const answer = await dashboard.ask('reports.delete-viewer', args);
    if (!answer) return;
    setFound(null);
    setGone(answer);
    await client.invalidateQueries({ queryKey: ['reports'] });
  };
  return (
    <div className="stack part">
      <LineField
        label={t('reports.delete-who')}
        value={channelId}
        max={100}
        placeholder={t('reports.who-hint')}
        note={t('reports.delete-text')}
        onChange={setChannelId}
      />
      <div className="card-row">
        <ActionButton
          action="reports.viewer"
          variant="danger"
          icon={UserX}
          disabled={id === ''}
          onPress={() => void look()}
        >
          {t('reports.delete')}
        </ActionButton>
      </div>
      <ActionProblem action="reports.viewer" />
      {gone ? (
        <Callout
          tone="live"
          role="status"
          title={t('reports.deleted')}
          text={t('reports.deleted-text', { messages: gone.messages, events: gone.events })}
        />
      ) : null}
      {found ? (
        <ActionDialog
          action="reports.delete-viewer"
          title={t('reports.delete-title')}
          name={found.name ?? found.channelId}
          text={t('reports.delete-ask', { messages: found.messages, events: found.events })}
          confirm={t('reports.delete-sure')}
          cancel={t('reports.cancel')}
          icon={UserX}
          onConfirm={() => void remove(found)}
          onClose={() => setFound(null)}
        />
      ) : null}
    </div>
  );
}
