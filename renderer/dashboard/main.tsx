import './zod-without-eval.ts';
import '../styles/fonts.css';
import '../styles/tokens.css';
import '../ui/ui.css';
import '../ui/controls.css';
import '../ui/fields.css';
import '../ui/reorder.css';
import './dashboard.css';
import './views.css';
import './status-bar/status-bar.css';
import './status-bar/menu.css';
import './cards.css';
import './live/events.css';
import './live/live.css';
import './live/feed.css';
import './live/composer.css';
import './live/viewer-card.css';
import './connection/connection.css';
import './setup/setup.css';
import './setup/setup-steps.css';
import './setup/setup-overlay.css';
import './alerts/alert-controls.css';
import './alerts/alerts-now.css';
import './desktop/desktop.css';
import './maintenance/maintenance.css';
import './marks/marks.css';
import './show/show.css';
import './vote/vote.css';
import './obs/obs.css';
import './overlay/overlay-editor.css';
import './overlay/overlay-stage.css';
import './overlay/overlay-theme.css';
import './replay/replay.css';
import './people/people.css';
import './drops/drops.css';
import './drops/drops-jobs.css';
import './drops/drops-claims.css';
import './alerts/alerts.css';
import './alerts/alert-rules.css';
import './media/media.css';
import './test-events/test-form.css';
import './reports/reports.css';
import './reports/reports-records.css';
import './stream/stream.css';
import './stream/stream-fields.css';
import './stream/live-title.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { dashboardPreload, pickBridge } from '../bridge/carriers.ts';
import { createBrowserHost, createDesktopHost } from '../bridge/hosts.ts';
import { languageFromAddress } from '../i18n/address-language.ts';
import { pageSpeech } from '../speech/speaker.ts';
import { createDashboard } from '../stores/dashboard-store.ts';
import { readInApp } from './alerts/app-reader.ts';
import { App } from './app.tsx';

const preload = dashboardPreload(window);
const host = preload ? createDesktopHost(window, preload) : createBrowserHost(window);
const bridge = pickBridge(host, preload);
const dashboard = createDashboard({
  bridge,
  clock: host.clock,
  openAddress: host.openAddress,
  language: host.systemLanguage,
  addressLanguage: languageFromAddress(window.location.search),
});

// Only the app's own window reads alerts aloud, never a dashboard in a browser.
if (preload) {
  const now = () => performance.now();
  readInApp({ bridge, engine: pageSpeech(window), timers: host.clock, now });
}

const root = document.getElementById('root');
if (!root) throw new Error('dashboard.html has lost its root element');
createRoot(root).render(
  <StrictMode>
    <App page={{ dashboard, host }} />
  </StrictMode>,
);
