import {
  CircleDashed,
  CirclePause,
  CloudOff,
  LogIn,
  LogOut,
  type LucideIcon,
  Radio,
  RefreshCw,
  Unlink,
} from 'lucide-react';
import type { PageKey } from '../../../shared/locales/index.ts';
import type { ConnectionState } from '../../../shared/status.ts';
import type { Tone } from '../../ui/tone.ts';

export type ShownState = ConnectionState | 'unreachable' | 'address-gone';

interface StateLook {
  readonly icon: LucideIcon;
  readonly tone: Tone;
  readonly word: PageKey;
  /** Something is under way: the icon moves (where movement is wanted). */
  readonly busy: boolean;
}

export const STATE_LOOKS: Readonly<Record<ShownState, StateLook>> = {
  starting: { icon: CircleDashed, tone: 'neutral', word: 'state.starting', busy: true },
  'signed-out': { icon: LogOut, tone: 'warn', word: 'state.signed-out', busy: false },
  'signing-in': { icon: LogIn, tone: 'accent', word: 'state.signing-in', busy: false },
  connecting: { icon: CircleDashed, tone: 'accent', word: 'state.connecting', busy: true },
  live: { icon: Radio, tone: 'live', word: 'state.live', busy: false },
  reconnecting: { icon: RefreshCw, tone: 'warn', word: 'state.reconnecting', busy: true },
  stopped: { icon: CirclePause, tone: 'neutral', word: 'state.stopped', busy: false },
  unreachable: { icon: CloudOff, tone: 'error', word: 'state.unreachable', busy: false },
  'address-gone': { icon: Unlink, tone: 'error', word: 'state.address-gone', busy: false },
};

/** States whose length is worth a look. */
export const TIMED_STATES: ReadonlySet<ShownState> = new Set(['reconnecting', 'connecting']);
