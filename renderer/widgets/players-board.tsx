import { type ReactNode, useRef } from 'react';
import type { ShowViews } from '../../shared/overlay/show-views.ts';
import type { Widget } from '../../shared/overlay/widgets.ts';
import { OneLine, orElse } from './alert-parts.tsx';
import { useFittedSize } from './fitted-size.ts';
import { cutWhole } from './rich-text.tsx';
import { WidgetPanel } from './widget-panel.tsx';
import { useWords } from './widget-words.tsx';

type PlayersView = NonNullable<ShowViews['players']>;

interface PlayersBoardProps {
  readonly players: PlayersView;
  readonly settings: Widget<'players'>['settings'];
}

const TITLE_MAX = 60;

/** Largest first. */
const SIZES = ['full', 'tight', 'short', 'line', 'now'] as const;

/** Who plays now, who is next, and how to join. */
export function PlayersBoard({ players, settings }: PlayersBoardProps): ReactNode {
  const { t, number } = useWords();
  const panel = useRef<HTMLElement>(null);
  useFittedSize(panel, SIZES);
  const { title, open, team, now, waiting } = players;
  const next = players.next.slice(0, settings.most);
  return (
    <WidgetPanel
      panel={panel}
      className="sl-players"
      title={cutWhole(orElse(title, t('players.title')), TITLE_MAX)}
      aside={open ? <kbd className="sl-players-key">{t('players.join')}</kbd> : t('players.closed')}
    >
      {now.length > 0 ? (
        <section className="sl-players-now">
          <h3 className="sl-players-head">{t('players.now')}</h3>
          <ul className="sl-players-list">
            {now.map((player) => (
              <Player player={player} place={null} isLast={false} key={player.id} />
            ))}
          </ul>
        </section>
      ) : null}
      {next.length > 0 ? (
        <section className="sl-players-next">
          <h3 className="sl-players-head">
            {t('players.next')}
            <span className="sl-players-waiting">
              {t('players.waiting', { count: waiting, n: number(waiting) })}
            </span>
          </h3>
          <ol className="sl-players-list">
            {next.map((player, at) => (
              <Player
                player={player}
                place={number(at + 1)}
                isLast={team > 1 && (at + 1) % team === 0}
                key={player.id}
              />
            ))}
          </ol>
        </section>
      ) : null}
      {now.length + next.length === 0 && open ? (
        <p className="sl-players-nobody">{t('players.nobody')}</p>
      ) : null}
    </WidgetPanel>
  );
}

interface PlayerProps {
  readonly player: PlayersView['now'][number];
  /** null: plays now. */
  readonly place: string | null;
  /** Of those who are called together. */
  readonly isLast: boolean;
}

function Player({ player: { name, word }, place, isLast }: PlayerProps): ReactNode {
  const { t } = useWords();
  return (
    <li className="sl-player" data-last={isLast || undefined}>
      {place === null ? null : <span className="sl-player-place">{place}</span>}
      <OneLine text={orElse(name, t('anonymous'))} className="sl-player-name" />
      {word === '' ? null : <OneLine text={word} className="sl-player-word" />}
    </li>
  );
}
