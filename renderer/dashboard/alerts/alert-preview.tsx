import { type ReactNode, useLayoutEffect, useMemo, useRef } from 'react';
import type { StageEvent, ValuedKind } from '../../../shared/events.ts';
import { type AlertLook, levelOf, PLAIN_LOOK } from '../../../shared/overlay/alert-look.ts';
import type { Variant } from '../../../shared/overlay/alert-rules.ts';
import { MEDIA_TYPES } from '../../../shared/overlay/media.ts';
import { WIDGET_SIZES } from '../../../shared/overlay/names.ts';
import type { AlertCard } from '../../../shared/overlay/overlay-settings.ts';
import { fillTemplate } from '../../../shared/overlay/template.ts';
import { selectMedia, selectOverlay } from '../../stores/dashboard-store.ts';
import type { StagedAlert } from '../../stores/overlay-store.ts';
import { AlertStage } from '../../widgets/alert-stage.tsx';
import { WidgetLanguage } from '../../widgets/widget-words.tsx';
import { useSelect, useWords } from '../context.ts';
import { OverlayFrame } from '../overlay/overlay-preview.tsx';

interface AlertPreviewProps {
  readonly event: StageEvent<ValuedKind>;
  readonly variant: Pick<
    Variant,
    'headline' | 'image' | 'picturePlace' | 'level' | 'entrance' | 'exit'
  >;
  /** Size and typeface to try; left out: those on air, at its usual size. */
  readonly card?: AlertCard;
}

/** Margin around the card, so its edges and shadow are visible. */
const MARGIN = 40;
const SIZE = pageAround(MARGIN, WIDGET_SIZES.alerts.height);
/** Room for a card that is half as large again. */
const WIDE_MARGIN = 240;
const WIDE_SIZE = pageAround(WIDE_MARGIN, 580);

function pageAround(margin: number, height: number) {
  return { width: WIDGET_SIZES.alerts.width + 2 * margin, height };
}

/** The alert in the overlay's theme, on this page only and without sound. */
export function AlertPreview({ event, variant, card }: AlertPreviewProps): ReactNode {
  const { t, language } = useWords();
  const overlay = useSelect(selectOverlay);
  const font = overlay?.alertDefaults.font ?? null;
  const { headline, image, picturePlace, entrance, exit } = variant;
  const level = variant.level ?? levelOf(event);
  const imageKind = useImageKind(image);
  const staged = useMemo((): StagedAlert => {
    const filled = fillTemplate(headline, event, { language, tally: null });
    const shown: AlertLook = {
      ...PLAIN_LOOK,
      headline: filled,
      image,
      picturePlace,
      level,
      entrance,
      exit,
      sound: null,
    };
    const look = imageKind ? { ...shown, imageKind } : shown;
    const alert = { alertId: 0, event, tally: null, look, durationMs: 0, remainingMs: 0 };
    return { alert, phase: 'in', showing: 0 };
  }, [event, headline, image, imageKind, picturePlace, level, entrance, exit, language]);
  if (!overlay) return null;
  const [size, margin] = card ? [WIDE_SIZE, WIDE_MARGIN] : [SIZE, MARGIN];
  return (
    <OverlayFrame
      className="alert-preview"
      title={t('preview.title')}
      size={size}
      theme={overlay.theme}
      card={card ?? { scale: 1, font }}
    >
      <WidgetLanguage language={language}>
        <FillPage margin={margin}>
          <AlertStage staged={staged} align="middle" />
        </FillPage>
      </WidgetLanguage>
    </OverlayFrame>
  );
}

function useImageKind(hash: string | null): 'image' | 'video' | null {
  const type = useSelect(selectMedia)?.find((item) => item.hash === hash)?.type;
  const kind = type && MEDIA_TYPES[type].kind;
  return kind === 'image' || kind === 'video' ? kind : null;
}

interface FillPageProps {
  /** Beside the widget, pixels. */
  readonly margin: number;
  readonly children: ReactNode;
}

/** A page filled by one widget, scaled from the size alerts are designed for. */
function FillPage({ margin, children }: FillPageProps) {
  const page = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const root = page.current?.ownerDocument.documentElement;
    if (!root) return;
    root.dataset['alone'] = '';
    root.style.setProperty('--ov-alone-rem', '16px');
  }, []);
  return (
    <main ref={page} className="sl-overlay" data-places="alone">
      <div className="sl-place" data-kind="alerts" style={{ insetInline: margin }}>
        {children}
      </div>
    </main>
  );
}
