import {
  ArrowDown,
  ArrowUp,
  Bell,
  Calculator,
  ChartNoAxesColumn,
  Eye,
  EyeOff,
  Gift,
  Layers,
  List,
  type LucideIcon,
  MessageSquareText,
  Plus,
  ShoppingBag,
  Target,
  Trash2,
} from 'lucide-react';
import { WIDGET_KINDS, type WidgetKind } from '../../../shared/overlay/names.ts';
import { MOST_WIDGETS, type Widget } from '../../../shared/overlay/widgets.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useWords } from '../context.ts';
import { useEditor, widgetName } from './editor-context.ts';
import { isFull, withOrder, withShown } from './layout-edit.ts';

export const WIDGET_ICONS: Readonly<Record<WidgetKind, LucideIcon>> = {
  chat: MessageSquareText,
  alerts: Bell,
  tallies: Gift,
  purchases: ShoppingBag,
  goal: Target,
  events: List,
  supporters: ChartNoAxesColumn,
  totals: Calculator,
};

/** Every widget, the topmost first, and what there is to add. */
export function LayersCard() {
  const { t } = useWords();
  const { state } = useEditor();
  const topFirst = [...state.layout].reverse();
  return (
    <Card icon={Layers} title={t('layers.title')}>
      {topFirst.length === 0 ? (
        <p className="card-text">{t('layers.empty')}</p>
      ) : (
        <ol className="layers" aria-label={t('layers.order')}>
          {topFirst.map((widget) => (
            <Layer key={widget.id} widget={widget} />
          ))}
        </ol>
      )}
      <AddWidget />
    </Card>
  );
}

function Layer({ widget }: { readonly widget: Widget }) {
  const words = useWords();
  const { t } = words;
  const { state, chosen, choose, changeLayout, remove } = useEditor();
  const { id, shown } = widget;
  const name = widgetName(widget, state.layout, words);
  const Icon = WIDGET_ICONS[widget.kind];
  const place = state.layout.indexOf(widget);
  const order = (by: 1 | -1) => changeLayout((layout) => withOrder(layout, id, by), { tag: null });
  return (
    <li className="layer" data-chosen={chosen?.id === id} data-shown={shown}>
      <button
        type="button"
        className="layer-name"
        aria-pressed={chosen?.id === id}
        onClick={() => choose(id)}
      >
        <Icon size={16} aria-hidden />
        <span>{name}</span>
        {shown ? null : <span className="layer-hidden">{t('layers.hidden')}</span>}
      </button>
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
      <IconButton
        icon={shown ? Eye : EyeOff}
        label={t('layers.shown', { name })}
        pressed={shown}
        onPress={() => changeLayout((layout) => withShown(layout, id, !shown), { tag: null })}
      />
      <IconButton
        icon={Trash2}
        label={t('layers.remove', { name })}
        onPress={() => remove(widget)}
      />
    </li>
  );
}

function AddWidget() {
  const { t } = useWords();
  const { state, add } = useEditor();
  const full = isFull(state.layout);
  return (
    <fieldset className="layers-add">
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
