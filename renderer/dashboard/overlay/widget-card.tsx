import { SlidersHorizontal } from 'lucide-react';
import { CANVAS } from '../../../shared/overlay/names.ts';
import type { Box, Widget } from '../../../shared/overlay/widgets.ts';
import { Card } from '../../ui/card.tsx';
import { NumberField } from '../../ui/fields.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useWords } from '../context.ts';
import { useEditor, widgetName } from './editor-context.ts';
import { FieldControl } from './field-control.tsx';
import { LEAST_SIDE } from './geometry.ts';
import { withBox, withSettings, withShown } from './layout-edit.ts';
import { percent } from './stage-item.tsx';
import { WIDGET_FIELDS, withValue } from './widget-fields.ts';

/** The chosen widget: where it stands, and how it is set. */
export function WidgetCard() {
  const words = useWords();
  const { state, chosen } = useEditor();
  const { t } = words;
  return (
    <Card
      icon={SlidersHorizontal}
      title={chosen ? widgetName(chosen, state.layout, words) : t('widget.none')}
      className="widget-card"
    >
      {chosen ? (
        <Chosen key={chosen.id} widget={chosen} />
      ) : (
        <p className="card-text">{t('widget.choose')}</p>
      )}
    </Card>
  );
}

function Chosen({ widget }: { readonly widget: Widget }) {
  const { t } = useWords();
  const { changeLayout } = useEditor();
  const { id, kind, settings } = widget;
  return (
    <>
      <p className="card-note">{t(`widget.${kind}-text`)}</p>
      <Switch
        label={t('widget.shown')}
        on={widget.shown}
        onChange={(shown) => changeLayout((layout) => withShown(layout, id, shown), { tag: null })}
      />
      <Place widget={widget} />
      <h3>{t('widget.settings')}</h3>
      {WIDGET_FIELDS[kind].map((field) => (
        <FieldControl
          key={field.name}
          field={field}
          settings={settings}
          onChange={(value) =>
            changeLayout(
              (layout) => withSettings(layout, id, withValue(settings, field.name, value)),
              {
                tag: `field:${id}:${field.name}`,
              },
            )
          }
        />
      ))}
    </>
  );
}

const SIDES = [
  { side: 'x', least: 0, pixels: CANVAS.width },
  { side: 'y', least: 0, pixels: CANVAS.height },
  { side: 'width', least: LEAST_SIDE, pixels: CANVAS.width },
  { side: 'height', least: LEAST_SIDE, pixels: CANVAS.height },
] as const satisfies readonly { side: keyof Box; least: number; pixels: number }[];

/** The box in numbers: for the keyboard, and where there is no room for a stage. */
function Place({ widget }: { readonly widget: Widget }) {
  const { t, number } = useWords();
  const { changeLayout } = useEditor();
  const { id, box } = widget;
  return (
    <fieldset className="place">
      <legend>{t('widget.place')}</legend>
      {SIDES.map(({ side, least, pixels }) => (
        <NumberField
          key={side}
          label={t(`widget.${side}`)}
          value={percent(box[side])}
          min={least * 100}
          max={100}
          step={0.1}
          unit="%"
          note={t('widget.pixels', { value: number(Math.round(box[side] * pixels)) })}
          onChange={(typed) =>
            changeLayout((layout) => withBox(layout, id, { ...box, [side]: typed / 100 }), {
              tag: `place:${id}:${side}`,
            })
          }
        />
      ))}
    </fieldset>
  );
}
