import { Bell, X } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import type { Language } from '../../../shared/locales/index.ts';
import { LEVEL_BEAMS } from '../../../shared/overlay/alert-look.ts';
import { CANVAS } from '../../../shared/overlay/names.ts';
import { DEFAULT_OVERLAY } from '../../../shared/overlay/overlay-settings.ts';
import type { ThemeChoice } from '../../../shared/overlay/theme.ts';
import type { Layout } from '../../../shared/overlay/widgets.ts';
import { testEvent } from '../../../shared/test-play.ts';
import type { PageClock, Stop } from '../../bridge/page-host.ts';
import { type Dashboard, selectLanguage } from '../../stores/dashboard-store.ts';
import type { OverlayStore } from '../../stores/overlay-store.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { useModal } from '../../ui/dialog.tsx';
import { usePage, useSelect, useWords } from '../context.ts';
import { ReplayShow } from '../replay/replay-show.ts';
import { OverlayFrame, PreviewWidgets } from './overlay-preview.tsx';
import { sampleShow } from './sample-show.ts';
import { ShowSwitches } from './show-switches.tsx';
import type { Backdrop } from './stage.tsx';

const SOURCES = ['sample', 'live'] as const;
type Source = (typeof SOURCES)[number];

/** One donation of each level. */
const AMOUNTS = [100, LEVEL_BEAMS.medium, LEVEL_BEAMS.large, LEVEL_BEAMS.grand];
const CHAT_EVERY_MS = 2_500;

interface PreviewDialogProps {
  readonly layout: Layout;
  readonly theme: ThemeChoice;
  readonly onClose: () => void;
}

/**
 * The overlay over a backdrop, filling the window. Drawn from this dashboard's own feeds: it needs no
 * overlay address, counts as no overlay page, reports nothing and plays no sound.
 */
export function PreviewDialog({ layout, theme, onClose }: PreviewDialogProps) {
  const { t } = useWords();
  const modal = useModal(onClose);
  const [backdrop, setBackdrop] = useState<Backdrop>('game');
  const [source, setSource] = useState<Source>('sample');
  const { show, play } = useShow(source);
  const number = useRef(SAMPLES_FROM);
  const language = useSelect(selectLanguage);
  const donate = (payAmount: number) => {
    number.current += 1;
    const data = { donatorNickname: t('sample-show.viewer-2'), payAmount };
    const donationText = t('sample-show.donation');
    const made = testEvent({ kind: 'DONATION', data: { ...data, donationText } }, language);
    show.add([{ ...made, seq: number.current, receivedAt: 0, origin: 'test' }], 1);
  };
  return (
    <dialog {...modal} className="preview" aria-label={t('overlay.preview-title')}>
      <div className="preview-bar card-row">
        <ShowSwitches
          sources={SOURCES}
          source={source}
          onSource={setSource}
          backdrop={backdrop}
          onBackdrop={setBackdrop}
        />
        <fieldset className="preview-tries card-row" aria-label={t('preview.try')}>
          {AMOUNTS.map((amount) => (
            <Button key={amount} icon={Bell} onPress={() => donate(amount)}>
              {t('preview.donation', { amount })}
            </Button>
          ))}
        </fieldset>
        <IconButton icon={X} label={t('preview.close')} onPress={onClose} />
      </div>
      <div className="preview-room">
        <div className="stage preview-stage" data-backdrop={backdrop}>
          <OverlayFrame
            className="stage-picture"
            title={t('stage.picture')}
            size={CANVAS}
            theme={theme}
          >
            <PreviewWidgets layout={layout} theme={theme} source={source} replay={play} />
          </OverlayFrame>
        </div>
      </div>
      <p className="preview-note card-note">{t('preview.note')}</p>
    </dialog>
  );
}

/** Above every number of the ledger's events in one sitting. */
const SAMPLES_FROM = 1e12;

/** Plays samples, or events as they come in, each alert for its time. */
function useShow(source: Source) {
  const { dashboard, host } = usePage();
  const language = useSelect(selectLanguage);
  const [show] = useState(
    () =>
      new ReplayShow({
        clock: host.clock,
        settings: () => dashboard.store.getState().overlay ?? DEFAULT_OVERLAY,
        language: () => dashboard.store.getState().language,
      }),
  );
  const play = useMemo(
    () => ({
      attach(store: OverlayStore): Stop {
        const detach = show.attach(store);
        const stop =
          source === 'live'
            ? playLive(show, dashboard.store)
            : playSample(show, host.clock, language);
        return () => {
          stop();
          detach();
        };
      },
    }),
    [show, source, language, dashboard, host],
  );
  return { show, play };
}

function playLive(show: ReplayShow, store: Dashboard['store']): Stop {
  let known = store.getState().events;
  let last = known[0]?.seq ?? 0;
  show.reset([...known].reverse());
  return store.subscribe(({ events }) => {
    if (events === known) return;
    known = events;
    const fresh = events.filter(({ seq }) => seq > last);
    last = fresh[0]?.seq ?? last;
    if (fresh.length > 0) show.add([...fresh].reverse(), 1);
  });
}

/** The sample's chat goes on in a round. */
function playSample(show: ReplayShow, clock: PageClock, language: Language): Stop {
  const { chat, latest } = sampleShow(language, clock.now());
  show.reset([...chat, ...latest]);
  let said = 0;
  return clock.every(CHAT_EVERY_MS, () => {
    const line = chat[said % chat.length];
    said += 1;
    if (line) show.add([{ ...line, seq: 1_000 + said }], 1);
  });
}
