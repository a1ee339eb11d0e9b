import { MonitorPlay } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import type { WidgetRow } from '../../../shared/contract/widgets.ts';
import {
  NO_SESSION,
  WIDGET_TRIES,
  type WidgetFault,
  type WidgetTry,
} from '../../../shared/overlay/custom-widgets.ts';
import { emptySession } from '../../../shared/overlay/widget-session.ts';
import { trial } from '../../../shared/overlay/widget-tries.ts';
import { selectLanguage } from '../../stores/dashboard-store.ts';
import { createOverlayStore, type OverlayStore } from '../../stores/overlay-store.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { WidgetPage } from '../../widgets/widget-page.tsx';
import { useDashboard, usePage, useSelect, useWords } from '../context.ts';

interface Said {
  readonly kind: 'error' | 'blocked';
  readonly text: string;
}

const SAID_MOST = 5;

/** The widget at work, with tests, and what it complains about. */
export function PreviewCard({ row }: { readonly row: WidgetRow }) {
  const { t } = useWords();
  const { id, name, frame, revision, paused } = row;
  const store = usePreviewStore(id);
  const [said, setSaid] = useState<readonly Said[]>([]);
  const [fault, setFault] = useState<{ revision: number; fault: WidgetFault } | null>(null);
  const stopped = fault?.revision === revision ? fault.fault : null;
  useLayoutEffect(() => setSaid((now) => (revision >= 0 ? [] : now)), [revision]);
  return (
    <Card icon={MonitorPlay} title={t('widgets.preview')}>
      <div className="widget-stage">
        {paused || stopped ? (
          <p className="card-text">{t(`widgets.fault-${stopped ?? paused?.fault ?? 'stuck'}`)}</p>
        ) : (
          <WidgetPage
            key={`${frame}#${revision}`}
            frame={{ id, address: frame }}
            store={store}
            editing
            title={t('widgets.preview-of', { name })}
            onFault={(found) => setFault({ revision, fault: found })}
            onSaid={(kind, text) =>
              setSaid((now) =>
                now.some((each) => each.text === text)
                  ? now
                  : [...now, { kind, text }].slice(-SAID_MOST),
              )
            }
          />
        )}
      </div>
      <ul className="widget-said" aria-live="polite">
        {said.map(({ kind, text }) => (
          <li key={text} className="card-note">
            {t(`widgets.${kind}`, { text })}
          </li>
        ))}
      </ul>
      <Tries row={row} store={store} />
    </Card>
  );
}

function usePreviewStore(id: string): OverlayStore {
  const language = useSelect(selectLanguage);
  const [store] = useState(() => {
    const made = createOverlayStore(language);
    made.tellWidgets({ session: { ...NO_SESSION, data: emptySession() } });
    return made;
  });
  useLayoutEffect(() => store.setLanguage(language), [store, language]);
  // In a preview, what it keeps is kept for the preview alone.
  useLayoutEffect(() => {
    store.ofWidgets.say = (up) => {
      if (up.type !== 'widget-keep') return;
      const data = { key: `customWidget.${up.key}`, value: JSON.parse(up.value) as unknown };
      const events = [{ listener: 'kvstore:update', event: { data } }];
      store.tellWidgets({ own: { id, events } });
    };
  }, [store, id]);
  return store;
}

interface TriesProps {
  readonly row: WidgetRow;
  readonly store: OverlayStore;
}

/** A test of each kind, here and wherever the widget is shown. */
function Tries({ row: { id }, store }: TriesProps) {
  const { t, language } = useWords();
  const dashboard = useDashboard();
  const { clock } = usePage().host;
  const count = useRef(0);
  const play = (what: WidgetTry) => {
    count.current += 1;
    const events = trial(what, language, clock.now() + count.current);
    store.tellWidgets({ own: { id, events } });
    void dashboard.ask('widgets.try', { id, what }, what);
  };
  return (
    <>
      <fieldset className="card-row widget-tries">
        <legend className="only-heard">{t('widgets.try')}</legend>
        {WIDGET_TRIES.map((what) => (
          <Button key={what} onPress={() => play(what)}>
            {t(`widgets.try-${what}`)}
          </Button>
        ))}
      </fieldset>
      <p className="card-note">{t('widgets.preview-text')}</p>
    </>
  );
}
