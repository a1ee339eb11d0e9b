import type { ThemeTokens } from './clean.ts';
import { tone } from './tokens.ts';

/** Signs at night: dark glass, tubes of light along the edges, glowing letters. */
export const NEON: ThemeTokens = {
  '--ov-plate': 'rgba(9, 5, 26, 0.84)',
  '--ov-plate-streamer': 'rgba(46, 6, 46, 0.88)',
  '--ov-plate-strong': 'rgba(9, 5, 26, 0.94)',
  '--ov-line': 'rgba(150, 130, 255, 0.32)',
  '--ov-track': 'rgba(150, 130, 255, 0.2)',
  '--ov-rim':
    'inset 0.1875rem 0 0 #22e4ff, inset 0 0 0 0.0625rem rgba(34, 228, 255, 0.34), 0 0 0.875rem rgba(34, 228, 255, 0.3)',
  // No glow here: it would be repainted for all lines with every new one.
  '--ov-line-rim': 'inset 0.1875rem 0 0 #22e4ff, inset 0 0 0 0.0625rem rgba(34, 228, 255, 0.4)',
  '--ov-streamer-rim': 'inset 0.1875rem 0 0 #ff5fd8, inset 0 0 0 0.0625rem rgba(255, 95, 216, 0.7)',
  '--ov-card-shadow': '0 0.75rem 2.5rem rgba(0, 0, 0, 0.5)',
  '--ov-text': '#ffffff',
  '--ov-text-soft': '#d3ccf7',
  '--ov-what-soft': '#d3ccf7',
  '--ov-accent': '#4deaff',
  '--ov-accent-soft': 'rgba(34, 228, 255, 0.16)',
  '--ov-title': '#4deaff',
  '--ov-accent-bar': 'linear-gradient(90deg, #ff5fd8, #22e4ff)',
  '--ov-streamer': '#ff5fd8',
  '--ov-streamer-ink': '#2b0022',
  '--ov-edge': '0 0 0.25rem rgba(77, 160, 255, 0.95)',
  '--ov-card-edge': '0 0 0.125rem rgba(0, 0, 0, 0.9), 0 0 0.5rem rgba(120, 110, 255, 0.6)',
  ...tone('donation', { text: '#ffe45e', from: '#4a3300', to: '#1c1200', ink: '#ffe45e' }),
  ...tone('cheering', { text: '#ff8ad8', from: '#570038', to: '#220016', ink: '#ff8ad8' }),
  ...tone('subscription', { text: '#bfa8ff', from: '#2d1480', to: '#110636', ink: '#cdbaff' }),
  ...tone('draw', { text: '#5ff5e6', from: '#00504a', to: '#001f1d', ink: '#5ff5e6' }),
  ...tone('purchase', { text: '#ffab7d', from: '#5c1d00', to: '#240b00', ink: '#ffab7d' }),
  '--ov-radius-line': '0.25rem 0.625rem 0.625rem 0.25rem',
  '--ov-radius-panel': '0.375rem 0.875rem 0.875rem 0.375rem',
  '--ov-radius-card': '0.875rem',
  '--ov-radius-picture': '0.375rem',
  '--ov-line-pad': '0.25rem 0.875rem 0.3125rem 0.9375rem',
  '--ov-panel-pad': '0.75rem 1rem 0.875rem 1.1875rem',
  '--ov-font-display': '"Do Hyeon", var(--ov-font)',
  '--ov-display-weight': '400',
  '--ov-display-spacing': '0',
  '--ov-line-in': 'sl-in-slide',
};
