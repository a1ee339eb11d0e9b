import { CircleCheck, CircleSlash, MonitorPlay } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { CANVAS, WIDGET_SIZES } from '../../../shared/overlay/names.ts';
import { selectStatus } from '../../stores/dashboard-store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Fold } from '../../ui/fold.tsx';
import { AddressField, maskedAddress, RevealButton } from '../address-field.tsx';
import { useSelect, useWords } from '../context.ts';
import { useEditor, widgetName } from './editor-context.ts';

/** The overlay for OBS: its address, its size, and each widget alone. */
export function OverlayCard() {
  const { t } = useWords();
  return (
    <Card icon={MonitorPlay} title={t('overlay.title')} aside={<OverlayPages />}>
      <OverlayAddress>
        {(revealed, reveal) => <WidgetAddresses revealed={revealed} onReveal={reveal} />}
      </OverlayAddress>
    </Card>
  );
}

/** How many pages show the overlay. */
export function OverlayPages() {
  const { t } = useWords();
  const count = useSelect(selectStatus)?.overlay.connectedPages ?? 0;
  return count === 0 ? (
    <Badge icon={CircleSlash}>{t('overlay.no-pages')}</Badge>
  ) : (
    <Badge tone="live" icon={CircleCheck}>
      {t('overlay.pages', { count })}
    </Badge>
  );
}

interface OverlayAddressProps {
  /** Whether copying it is what to do first. */
  readonly wanted?: boolean;
  /** Further addresses with the same key, shown or covered like the first. */
  readonly children?: (revealed: boolean, reveal: () => void) => ReactNode;
}

/** The covered address with a copy button, and how to add it to OBS. */
export function OverlayAddress({ wanted = true, children }: OverlayAddressProps) {
  const { t } = useWords();
  const overlay = useSelect(selectStatus)?.overlay;
  const [revealed, setRevealed] = useState(false);
  if (!overlay) return null;
  const { url, connectedPages } = overlay;
  const reveal = () => setRevealed(true);
  return (
    <>
      <AddressField
        label={t('overlay.address')}
        address={url}
        masked={revealed ? null : maskedAddress(url)}
        onReveal={reveal}
        wanted={wanted && connectedPages === 0}
        copyLabel={t('overlay.copy')}
      />
      <div className="card-row">
        <RevealButton revealed={revealed} onChange={setRevealed} />
      </div>
      <p className="card-note">{t('overlay.secret')}</p>
      <HowTo open={wanted && connectedPages === 0} />
      <p className="how-size">
        <span>{t('overlay.size')}</span>
        <strong>{t('overlay.size-value', CANVAS)}</strong>
      </p>
      {children?.(revealed, reveal)}
    </>
  );
}

function HowTo({ open }: { readonly open: boolean }) {
  const { t } = useWords();
  return (
    <Fold title={t('overlay.how')} open={open}>
      <ol>
        <li>{t('overlay.step-1')}</li>
        <li>{t('overlay.step-2')}</li>
        <li>{t('overlay.step-3')}</li>
      </ol>
    </Fold>
  );
}

/** Stands for the overlay's own address, so the widget's name stays readable. */
const COVERED = '••••••••/';

function widgetAddress(overlayUrl: string, id: string): string {
  return `${overlayUrl}?widget=${encodeURIComponent(id)}`;
}

interface WidgetAddressesProps {
  readonly revealed: boolean;
  readonly onReveal: () => void;
}

/** Each widget as a source of its own. */
function WidgetAddresses({ revealed, onReveal }: WidgetAddressesProps) {
  const words = useWords();
  const { t } = words;
  const { state } = useEditor();
  const url = useSelect(selectStatus)?.overlay.url;
  if (url === undefined || state.layout.length === 0) return null;
  return (
    <Fold title={t('addresses.each')}>
      <p className="card-note">{t('addresses.text')}</p>
      <ul className="sources stack roomy">
        {state.layout.map((widget) => {
          const name = widgetName(widget, state.layout, words);
          return (
            <li key={widget.id}>
              <p className="source-name">
                <span>{name}</span>
                <span className="source-size">
                  {t('addresses.size', WIDGET_SIZES[widget.kind])}
                </span>
              </p>
              <AddressField
                label={t('addresses.of', { name })}
                address={widgetAddress(url, widget.id)}
                masked={revealed ? null : widgetAddress(COVERED, widget.id)}
                onReveal={onReveal}
                copyLabel={t('addresses.copy', { name })}
                wanted={false}
              />
            </li>
          );
        })}
      </ul>
    </Fold>
  );
}
