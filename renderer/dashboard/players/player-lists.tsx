import {
  ArrowDownToLine,
  ArrowUpToLine,
  NotebookPen,
  Save,
  Sparkles,
  Star,
  UserCheck,
  UserX,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { PLAYERS_NOTE_MOST, type PlayerRow } from '../../../shared/contract/players.ts';
import { Badge } from '../../ui/badge.tsx';
import { LineField } from '../../ui/fields.tsx';
import { Grip, type Reorder, useReorder } from '../../ui/reorder.tsx';
import { CoreButton, CoreIconButton } from '../action-button.tsx';
import { useDashboard, useWords } from '../context.ts';
import { ReorderAnnouncer } from '../reorder-announcer.tsx';

/** Those who were called, each with what to do if they do not come. */
export function NowPlaying({ players }: { readonly players: readonly PlayerRow[] }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  return (
    <ul className="players" aria-label={t('players.now')}>
      {players.map((player) => {
        const absent = (to: 'end' | 'out') =>
          void dashboard.ask('players.absent', { player: player.id, to });
        const name = player.name || t('players.nameless');
        return (
          <Row key={player.id} player={player} lead={null}>
            <CoreIconButton
              icon={ArrowDownToLine}
              label={t('players.absent-end', { name })}
              onPress={() => absent('end')}
            />
            <CoreIconButton
              icon={UserX}
              label={t('players.absent-out', { name })}
              onPress={() => absent('out')}
            />
          </Row>
        );
      })}
    </ul>
  );
}

interface WaitingListProps {
  readonly queue: readonly PlayerRow[];
  /** After so many a line is drawn. */
  readonly team: number;
}

/** Those who wait, in the order in which they are called. */
export function WaitingList({ queue, team }: WaitingListProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const reorder = useReorder({
    ids: queue.map(({ id }) => String(id)),
    onMove: (id, to) => void dashboard.ask('players.move', { player: Number(id), to }),
  });
  const nameOf = (id: string) => queue.find((player) => String(player.id) === id)?.name ?? '';
  return (
    <>
      <ol ref={reorder.list} className="players" aria-label={t('players.order')}>
        {queue.map((player, at) => (
          <WaitingRow
            key={player.id}
            player={player}
            place={at + 1}
            isLast={team > 1 && (at + 1) % team === 0}
            alone={queue.length < 2}
            reorder={reorder}
          />
        ))}
      </ol>
      <ReorderAnnouncer news={reorder.news} nameOf={nameOf} />
    </>
  );
}

interface WaitingRowProps {
  readonly player: PlayerRow;
  readonly place: number;
  /** Of those who are called together. */
  readonly isLast: boolean;
  readonly alone: boolean;
  readonly reorder: Reorder;
}

function WaitingRow({ player, place, isLast, alone, reorder }: WaitingRowProps) {
  const { t, number } = useWords();
  const dashboard = useDashboard();
  const { id } = player;
  const name = player.name || t('players.nameless');
  const lead = (
    <>
      <Grip
        label={t('order.grip', { name })}
        hint={t('order.hint')}
        disabled={alone}
        grip={reorder.gripProps(String(id))}
      />
      <span className="player-place">{number(place)}</span>
    </>
  );
  return (
    <Row player={player} lead={lead} isLast={isLast} row={reorder.rowProps(String(id))}>
      <CoreIconButton
        icon={ArrowUpToLine}
        label={t('players.front', { name })}
        disabled={place === 1}
        onPress={() => void dashboard.ask('players.move', { player: id, to: 0 })}
      />
      <CoreIconButton
        icon={UserCheck}
        label={t('players.pick', { name })}
        onPress={() => void dashboard.ask('players.pick', { player: id })}
      />
      <CoreIconButton
        icon={UserX}
        label={t('players.remove', { name })}
        onPress={() => void dashboard.ask('players.remove', { player: id })}
      />
    </Row>
  );
}

interface RowProps {
  readonly player: PlayerRow;
  readonly lead: ReactNode;
  readonly isLast?: boolean;
  readonly row?: ReturnType<Reorder['rowProps']>;
  readonly children: ReactNode;
}

function Row({ player, lead, isLast = false, row, children }: RowProps) {
  const { t } = useWords();
  const [noting, setNoting] = useState(false);
  const { name, word, note, subscriber, first } = player;
  const shown = name || t('players.nameless');
  return (
    <li className="player" data-last={isLast || undefined} {...row}>
      <div className="player-line">
        {lead}
        <span className="words player-words">
          <span className="player-who">
            <bdi className="cut player-name">{shown}</bdi>
            {subscriber ? <Badge icon={Star}>{t('players.subscriber')}</Badge> : null}
            {first ? (
              <Badge tone="accent" icon={Sparkles}>
                {t('players.first')}
              </Badge>
            ) : null}
          </span>
          {word ? <bdi className="cut player-word">{word}</bdi> : null}
          {note && !noting ? <bdi className="player-note">{note}</bdi> : null}
        </span>
        <span className="player-buttons">
          <CoreIconButton
            icon={NotebookPen}
            label={t('players.note', { name: shown })}
            pressed={noting}
            onPress={() => setNoting(!noting)}
          />
          {children}
        </span>
      </div>
      {noting ? <NoteForm player={player} name={shown} onDone={() => setNoting(false)} /> : null}
    </li>
  );
}

interface NoteFormProps {
  readonly player: PlayerRow;
  readonly name: string;
  readonly onDone: () => void;
}

function NoteForm({ player: { id, note }, name, onDone }: NoteFormProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const [draft, setDraft] = useState(note);
  const save = async () => {
    if (await dashboard.ask('players.note', { player: id, note: draft })) onDone();
  };
  return (
    <form
      className="player-noting"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <LineField
        label={t('players.note-label', { name })}
        note={t('players.note-hint')}
        value={draft}
        max={PLAYERS_NOTE_MOST}
        onChange={setDraft}
      />
      <div className="card-row">
        <CoreButton icon={Save} onPress={() => void save()}>
          {t('players.note-save')}
        </CoreButton>
      </div>
    </form>
  );
}
