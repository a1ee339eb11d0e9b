import {
  ArrowDown,
  ArrowUp,
  Bell,
  Calculator,
  ChartNoAxesColumn,
  Eye,
  EyeOff,
  Gamepad2,
  Gift,
  Hash,
  Layers,
  List,
  ListChecks,
  LoaderPinwheel,
  type LucideIcon,
  MessageSquareText,
  Pencil,
  Plus,
  Puzzle,
  ShoppingBag,
  Swords,
  Target,
  Ticket,
  TimerReset,
  Trash2,
} from 'lucide-react';
import { WIDGET_KINDS, type WidgetKind } from '../../../shared/overlay/names.ts';
import { MOST_WIDGETS, type Widget } from '../../../shared/overlay/widgets.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Grip, type Reorder, useReorder } from '../../ui/reorder.tsx';
import { useWords } from '../context.ts';
import { ReorderAnnouncer } from '../reorder-announcer.tsx';
import { movedBy, placedAt } from '../reordered.ts';
import { useEditor, widgetName } from './editor-context.ts';
import { isFull, withShown } from './layout-edit.ts';

const WIDGET_ICONS: Readonly<Record<WidgetKind, LucideIcon>> = {
  chat: MessageSquareText,
  alerts: Bell,
  tallies: Gift,
  purchases: ShoppingBag,
  goal: Target,
  events: List,
  supporters: ChartNoAxesColumn,
  totals: Calculator,
  vote: ListChecks,
  players: Gamepad2,
  counters: Hash,
  draw: Ticket,
  subathon: TimerReset,
  missions: Swords,
  wheel: LoaderPinwheel,
  custom: Puzzle,
};

export function LayersCard() {
  const words = useWords();
  const { t } = words;
  const { state, saved, difference, changeLayout } = useEditor();
  const topFirst = [...state.layout].reverse();
  const reorder = useReorder({
    ids: topFirst.map(({ id }) => id),
    onMove: (id, to) => changeLayout((layout) => placedAt(layout, id, layout.length - 1 - to)),
  });
  const nameOf = (id: string) => {
    const widget = state.layout.find((each) => each.id === id);
    return widget ? widgetName(widget, state.layout, words) : '';
  };
  return (
    <Card icon={Layers} title={t('layers.title')}>
      {topFirst.length === 0 ? (
        <p className="card-text">{t('layers.empty')}</p>
      ) : (
        <ol ref={reorder.list} className="layers stack" aria-label={t('layers.order')}>
          {topFirst.map((widget) => (
            <Layer key={widget.id} widget={widget} reorder={reorder} />
          ))}
        </ol>
      )}
      <ReorderAnnouncer news={reorder.news} nameOf={nameOf} />
      {difference.removed.map((widget) => (
        <p key={widget.id} className="card-note layer-removed">
          {t('draft.removed', { name: widgetName(widget, saved.layout, words) })}
        </p>
      ))}
      {difference.isReordered ? <p className="card-note">{t('draft.reordered')}</p> : null}
      <AddWidget />
    </Card>
  );
}

function Layer({ widget, reorder }: { readonly widget: Widget; readonly reorder: Reorder }) {
  const words = useWords();
  const { t } = words;
  const { state, chosen, difference, choose, changeLayout, remove } = useEditor();
  const { id, shown } = widget;
  const name = widgetName(widget, state.layout, words);
  const Icon = WIDGET_ICONS[widget.kind];
  const mark = difference.widgets.get(id);
  const isChosen = chosen?.id === id;
  const place = state.layout.indexOf(widget);
  const order = (by: 1 | -1) => changeLayout((layout) => movedBy(layout, id, by));
  return (
    <li className="layer" data-chosen={isChosen} data-shown={shown} {...reorder.rowProps(id)}>
      <Grip
        label={t('order.grip', { name })}
        hint={t('order.hint')}
        disabled={state.layout.length < 2}
        grip={reorder.gripProps(id)}
      />
      <button
        type="button"
        className="layer-name reorder-name"
        aria-pressed={isChosen}
        onClick={() => choose(id)}
      >
        <Icon size={16} aria-hidden />
        <span>{name}</span>
        {shown ? null : <span className="reorder-off">{t('layers.hidden')}</span>}
      </button>
      {mark ? (
        <span
          className="layer-mark"
          role="img"
          aria-label={t(`draft.${mark}`)}
          title={t(`draft.${mark}`)}
        >
          {mark === 'added' ? <Plus size={14} aria-hidden /> : <Pencil size={14} aria-hidden />}
        </span>
      ) : null}
      {isChosen ? (
        <>
          <IconButton
            icon={ArrowUp}
            label={t('layers.forward', { name })}
            disabled={place === state.layout.length - 1}
            onPress={() => order(1)}
          />
          <IconButton
            icon={ArrowDown}
            label={t('layers.back', { name })}
            disabled={place === 0}
            onPress={() => order(-1)}
          />
        </>
      ) : null}
      <IconButton
        icon={shown ? Eye : EyeOff}
        label={t('layers.shown', { name })}
        pressed={shown}
        onPress={() => changeLayout((layout) => withShown(layout, id, !shown))}
      />
      {isChosen ? (
        <IconButton
          icon={Trash2}
          label={t('layers.remove', { name })}
          onPress={() => remove(widget)}
        />
      ) : null}
    </li>
  );
}

function AddWidget() {
  const { t } = useWords();
  const { state, add } = useEditor();
  const full = isFull(state.layout);
  return (
    <fieldset className="layers-add apart card-row">
      <legend>{t('layers.add')}</legend>
      {WIDGET_KINDS.map((kind) => (
        <Button
          key={kind}
          icon={Plus}
          disabled={full}
          label={t('layers.add-one', { name: t(`widget.${kind}`) })}
          title={t(`widget.${kind}-text`)}
          onPress={() => add(kind)}
        >
          {t(`widget.${kind}`)}
        </Button>
      ))}
      {full ? <p className="card-note">{t('layers.full', { count: MOST_WIDGETS })}</p> : null}
    </fieldset>
  );
}
