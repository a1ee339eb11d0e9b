import type { ComponentType, ReactNode } from 'react';
import { SHOW_WIDGET_TEXTS } from '../../shared/locales/show-widgets.ts';
import type { WidgetKind } from '../../shared/overlay/names.ts';
import type { ShowViews } from '../../shared/overlay/show-views.ts';
import type { Widget } from '../../shared/overlay/widgets.ts';
import { useOverlay } from '../stores/overlay-context.tsx';
import { CountersBoard } from './counters-board.tsx';
import { DrawBoard } from './draw-board.tsx';
import { guarded } from './error-boundary.tsx';
import { MissionsBoard } from './missions-board.tsx';
import { PlayersBoard } from './players-board.tsx';
import { SubathonBoard } from './subathon-board.tsx';
import { VoteBoard } from './vote-board.tsx';
import { WheelBoard } from './wheel-board.tsx';
import { useWords, WidgetLanguage, wordsWith } from './widget-words.tsx';

export interface ViewProps<K extends WidgetKind> {
  readonly widget: Widget<K>;
}

export { playCue } from '../overlay/show-sound.ts';

/** A widget for each activity that viewers see. */
type ShowWidgetKind = keyof ShowViews;

const WORDS = wordsWith(SHOW_WIDGET_TEXTS);

/** For those with a clock. */
const useTime = () => ({
  ahead: useOverlay((state) => state.ahead),
  visible: useOverlay((state) => state.visible),
});

function VoteOf(): ReactNode {
  const { vote } = useOverlay((state) => state.shows);
  const time = useTime();
  return vote && guarded(vote, <VoteBoard vote={vote} {...time} />);
}

function DrawOf(): ReactNode {
  const { draw } = useOverlay((state) => state.shows);
  const time = useTime();
  return draw && guarded(draw, <DrawBoard draw={draw} {...time} />);
}

function PlayersOf({ widget: { settings } }: ViewProps<'players'>): ReactNode {
  const { players } = useOverlay((state) => state.shows);
  return players && guarded(players, <PlayersBoard players={players} settings={settings} />);
}

function CountersOf({ widget: { settings } }: ViewProps<'counters'>): ReactNode {
  const { counters } = useOverlay((state) => state.shows);
  return counters && guarded(counters, <CountersBoard counters={counters} settings={settings} />);
}

function SubathonOf(): ReactNode {
  const { subathon } = useOverlay((state) => state.shows);
  const time = useTime();
  return subathon && guarded(subathon, <SubathonBoard subathon={subathon} {...time} />);
}

function MissionsOf(): ReactNode {
  const { missions } = useOverlay((state) => state.shows);
  const time = useTime();
  return missions && guarded(missions, <MissionsBoard missions={missions} {...time} />);
}

function WheelOf(): ReactNode {
  const { wheel } = useOverlay((state) => state.shows);
  const { ahead } = useTime();
  return wheel && guarded(wheel, <WheelBoard wheel={wheel} ahead={ahead} />);
}

const VIEWS: { readonly [K in ShowWidgetKind]: ComponentType<ViewProps<K>> } = {
  vote: VoteOf,
  draw: DrawOf,
  players: PlayersOf,
  counters: CountersOf,
  subathon: SubathonOf,
  missions: MissionsOf,
  wheel: WheelOf,
};

interface ShowWidgetProps {
  readonly widget: Widget<ShowWidgetKind>;
}

/** A widget of the show kit. */
export function ShowWidget({ widget }: ShowWidgetProps): ReactNode {
  const { language } = useWords();
  const View = VIEWS[widget.kind] as ComponentType<ShowWidgetProps>;
  return (
    <WidgetLanguage language={language} words={WORDS}>
      <View widget={widget} />
    </WidgetLanguage>
  );
}
