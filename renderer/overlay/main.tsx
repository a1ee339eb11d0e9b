import '../styles/fonts.css';
import '../styles/tokens.css';
import '../styles/overlay.css';
import '../styles/overlay-chat.css';
import '../styles/overlay-highlight.css';
import '../styles/overlay-alerts.css';
import '../styles/overlay-alerts-narrow.css';
import '../styles/overlay-alert-motion.css';
import '../styles/overlay-panels.css';
import '../styles/overlay-goal.css';
import '../styles/overlay-vote.css';
import '../styles/overlay-players.css';
import '../styles/overlay-counters.css';
import '../styles/overlay-draw.css';
import '../styles/overlay-subathon.css';
import '../styles/overlay-missions.css';
import '../styles/overlay-wheel.css';
import '../styles/overlay-custom.css';
import '../styles/overlay-themes.css';
import '../styles/overlay-load.css';
import '../styles/overlay-window.css';
import { createRoot } from 'react-dom/client';
import { LANGUAGES } from '../../shared/locales/index.ts';
import { createAddressCheck } from '../bridge/address-check.ts';
import { createPageTimers } from '../bridge/page-host.ts';
import { reloadOnce, tabMemory } from '../bridge/reload-once.ts';
import { pageSpeech } from '../speech/speaker.ts';
import { createOverlayStore } from '../stores/overlay-store.ts';
import { AlertSound, OWN_SOUNDS } from './alert-sound.ts';
import { beaconPainter } from './beacon.ts';
import { connectOverlay } from './connect-overlay.ts';
import { feedSockets, overlayPreload, preloadFeed } from './feed-client.ts';
import { allowObsCss, type TypedPage } from './obs-css.ts';
import { OverlayApp } from './overlay-app.tsx';
import { adaptConfig, parseAddressParameters } from './page-config.ts';
import { followVisibility } from './visibility.ts';

declare const __BUILD_ID__: string;

const asked = parseAddressParameters(window.location.search);
// The core sends the language before anything is drawn.
const language = asked.language ?? LANGUAGES[0];
const store = createOverlayStore(language);
const root = document.getElementById('root');
const preload = overlayPreload(window);
const timers = createPageTimers(window);

allowObsCss(window as TypedPage);

if (root) {
  createRoot(root).render(<OverlayApp store={store} only={asked.widget} group={asked.group} />);
  const connection = connectOverlay({
    store,
    buildId: __BUILD_ID__,
    openSocket: preload ? preloadFeed(preload) : feedSockets(window.location.href),
    look: preload
      ? null
      : createAddressCheck(window.location.href, (...looked) => fetch(...looked), timers),
    timers,
    random: Math.random,
    onOtherBuild: (buildId) => {
      reloadOnce(buildId, tabMemory(window), () => window.location.reload());
    },
    fixedLanguage: asked.language,
    only: asked.widget,
    group: asked.group,
    adapt: (config) => adaptConfig(config, asked),
    paintBeacon: beaconPainter(document),
    speech: pageSpeech(window),
    now: () => performance.now(),
    // Loaded with the first moment that is to be heard.
    cue: async ({ cue }) =>
      (await import('../widgets/show-widgets.tsx')).playCue(cue, store.api, timers),
    sound: new AlertSound({
      open: (address) => new Audio(address),
      own: OWN_SOUNDS,
      timers,
      onRefused: () => {
        // For streamers who open the developer tools; viewers do not see it.
        // biome-ignore lint/suspicious/noConsole: see above
        console.debug('The browser plays no sound until the page is clicked.');
        connection.setSoundRefused(true);
        const retry = () => connection.setSoundRefused(false);
        window.addEventListener('pointerdown', retry, { once: true });
      },
      onVoiceLost: () => connection.stepInForVoice(),
    }),
  });
  followVisibility(window, connection.setVisible);
  connection.start();
}
