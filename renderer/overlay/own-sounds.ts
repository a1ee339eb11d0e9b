import cheering from '../../assets/sounds/cheering.wav';
import donation from '../../assets/sounds/donation.wav';
import draw from '../../assets/sounds/draw.wav';
import purchase from '../../assets/sounds/purchase.wav';
import subscription from '../../assets/sounds/subscription.wav';
import type { AlertTone } from '../widgets/alert-tone.ts';

/** The sound that each kind of alert has by itself, as the address of a file beside the page. */
export const OWN_SOUNDS: Readonly<Record<AlertTone, string>> = {
  donation,
  cheering,
  subscription,
  draw,
  purchase,
};
