import '../styles/fonts.css';
import '../styles/tokens.css';
import '../styles/overlay-tokens.css';
import '../styles/overlay.css';
import '../styles/overlay-chat.css';
import '../styles/overlay-alerts.css';
import '../styles/overlay-tallies.css';
import '../styles/overlay-window.css';
import { createRoot } from 'react-dom/client';
import { createPageTimers } from '../bridge/page-timers.ts';
import { reloadOnce, tabMemory } from '../bridge/reload-once.ts';
import { createI18n, languageFromAddress } from '../i18n/i18n.ts';
import { OVERLAY_WORDS } from '../i18n/overlay.ts';
import { createOverlayStore } from '../stores/overlay-store.ts';
import { connectOverlay } from './connect-overlay.ts';
import { feedSockets } from './feed-socket.ts';
import { OverlayApp } from './overlay-app.tsx';
import { followVisibility } from './page-visibility.ts';
import { overlayPreload, preloadFeed } from './preload-feed.ts';

declare const __BUILD_ID__: string;

const fixedLanguage = languageFromAddress(window.location.search);
// Korean until the core says otherwise, which it does before there is anything to draw.
const language = fixedLanguage ?? 'ko';
const store = createOverlayStore(language);
const root = document.getElementById('root');
const preload = overlayPreload(window);

if (root) {
  createRoot(root).render(<OverlayApp store={store} words={createI18n(OVERLAY_WORDS, language)} />);
  const connection = connectOverlay({
    store,
    buildId: __BUILD_ID__,
    openSocket: preload ? preloadFeed(preload) : feedSockets(window.location.href),
    timers: createPageTimers(window),
    random: Math.random,
    onOtherBuild: (buildId) => {
      reloadOnce(buildId, tabMemory(window), () => window.location.reload());
    },
    fixedLanguage,
  });
  followVisibility(window, connection.setVisible);
  connection.start();
}
