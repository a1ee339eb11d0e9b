import {
  ArrowRightLeft,
  CirclePause,
  CirclePlus,
  Hourglass,
  type LucideIcon,
  OctagonAlert,
  Radio,
  RefreshCw,
  Unplug,
} from 'lucide-react';
import type { LifeEventName } from '../../../shared/lifeline.ts';
import type { Tone } from '../../ui/tone.ts';

interface LifeLook {
  readonly icon: LucideIcon;
  readonly tone: Tone;
}

/** Breaks stand out; what went as planned stays quiet. */
export const LIFE_LOOKS: Readonly<Record<LifeEventName, LifeLook>> = {
  'session-created': { icon: CirclePlus, tone: 'neutral' },
  live: { icon: Radio, tone: 'live' },
  renewed: { icon: RefreshCw, tone: 'neutral' },
  'rolled-over': { icon: ArrowRightLeft, tone: 'neutral' },
  lost: { icon: Unplug, tone: 'warn' },
  'session-refused': { icon: Hourglass, tone: 'warn' },
  blocked: { icon: OctagonAlert, tone: 'error' },
  stopped: { icon: CirclePause, tone: 'neutral' },
};
