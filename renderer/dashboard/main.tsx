import './zod-without-eval.ts';

import '../styles/fonts.css';
import '../styles/tokens.css';
import '../ui/ui.css';
import '../ui/controls.css';
import './dashboard.css';
import './strip/strip.css';
import './cards.css';
import './events/events.css';
import './connection/connection.css';
import './setup/setup.css';
import './setup/setup-steps.css';
import './setup/setup-overlay.css';
import './alert-controls/alert-controls.css';
import './app-settings/app-settings.css';

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserHost } from '../bridge/browser-host.ts';
import { createDesktopHost } from '../bridge/desktop-host.ts';
import { pickBridge } from '../bridge/pick-bridge.ts';
import { dashboardPreload } from '../bridge/preload-bridge.ts';
import { createDashboard } from '../stores/dashboard-store.ts';
import { App } from './app.tsx';

const preload = dashboardPreload(window);
const host = preload ? createDesktopHost(window, preload) : createBrowserHost(window);
const dashboard = createDashboard({
  bridge: pickBridge(host, preload),
  clock: host.clock,
  openAddress: host.openAddress,
  language: host.systemLanguage,
});

const root = document.getElementById('root');
if (!root) throw new Error('dashboard.html has lost its root element');
createRoot(root).render(
  <StrictMode>
    <App page={{ dashboard, host }} />
  </StrictMode>,
);
