import fonts from '../../styles/fonts.css?inline';
import overlay from '../../styles/overlay.css?inline';
import alertMotion from '../../styles/overlay-alert-motion.css?inline';
import alerts from '../../styles/overlay-alerts.css?inline';
import alertsNarrow from '../../styles/overlay-alerts-narrow.css?inline';
import chat from '../../styles/overlay-chat.css?inline';
import goalSmall from '../../styles/overlay-goal-small.css?inline';
import highlight from '../../styles/overlay-highlight.css?inline';
import panels from '../../styles/overlay-panels.css?inline';
import roles from '../../styles/overlay-roles.css?inline';
import tallies from '../../styles/overlay-tallies.css?inline';
import themes from '../../styles/overlay-themes.css?inline';
import overlayTokens from '../../styles/overlay-tokens.css?inline';
import tokens from '../../styles/tokens.css?inline';

/** The overlay page's style sheets in its order (a test holds it against renderer/overlay/main.tsx). */
export const OVERLAY_SHEETS: readonly string[] = [
  fonts,
  tokens,
  overlayTokens,
  overlay,
  chat,
  roles,
  highlight,
  alerts,
  alertsNarrow,
  alertMotion,
  tallies,
  panels,
  goalSmall,
  themes,
];
