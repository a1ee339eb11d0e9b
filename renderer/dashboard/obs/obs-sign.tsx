import {
  Check,
  Link2,
  LoaderCircle,
  type LucideIcon,
  MonitorOff,
  TriangleAlert,
  Unplug,
} from 'lucide-react';
import type { ObsProof, ObsState } from '../../../shared/contract/obs.ts';
import type { Text } from '../../../shared/locales/text.ts';
import { selectLive, selectObs, selectStatus } from '../../stores/dashboard-store.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { useSelect, useWords } from '../context.ts';
import { Sign } from '../view-signs.tsx';

interface Look {
  readonly icon: LucideIcon;
  readonly tone: Tone;
  readonly text: Text;
}

/** How OBS is, in a few words. A check mark stands for a proof or, without OBS, for a page. */
function lookOf(obs: ObsState | null, pages: number): Look {
  if (obs === null || obs.link.state === 'off') return lookOfPages(pages);
  switch (obs.link.state) {
    case 'connecting':
      return { icon: LoaderCircle, tone: 'neutral', text: { key: 'obs.connecting' } };
    case 'waiting': {
      const { cause } = obs.link;
      const text = { key: `obs.why-${cause}`, values: { port: String(obs.port) } } as const;
      return { icon: Unplug, tone: 'neutral', text };
    }
    case 'connected':
      return obs.strip.stream.state === 'reconnecting'
        ? { icon: Unplug, tone: 'warn', text: { key: 'obs.strip-reconnecting' } }
        : lookOfProof(obs.proof);
  }
}

function lookOfPages(count: number): Look {
  return count > 0
    ? { icon: Check, tone: 'live', text: { key: 'overlay.pages', values: { count } } }
    : { icon: MonitorOff, tone: 'neutral', text: { key: 'overlay.no-pages' } };
}

function lookOfProof(proof: ObsProof): Look {
  switch (proof.state) {
    case 'proved':
      return { icon: Check, tone: 'live', text: { key: 'obs.proved' } };
    case 'found': {
      const count = proof.findings.length;
      return { icon: TriangleAlert, tone: 'warn', text: { key: 'obs.to-fix', values: { count } } };
    }
    case 'unknown':
    case 'unclear':
    case 'looking':
      return { icon: Link2, tone: 'accent', text: { key: 'obs.connected' } };
  }
}

/** How OBS is; a lack of it is a warning on air. null before the core has said anything. */
export function useObsLook(): Look | null {
  const obs = useSelect(selectObs);
  const pages = useSelect(selectStatus)?.overlay.connectedPages;
  const isLive = useSelect(selectLive)?.onAir?.isLive === true;
  if (pages === undefined) return null;
  const look = lookOf(obs, pages);
  return look.tone === 'neutral' && isLive ? { ...look, tone: 'warn' } : look;
}

export function ObsBadge() {
  const { pick } = useWords();
  const look = useObsLook();
  if (!look) return null;
  return (
    <Badge tone={look.tone} icon={look.icon}>
      {pick(look.text)}
    </Badge>
  );
}

/** Beside the name of its page: something is to be fixed. */
export function ObsTabSign() {
  const { pick } = useWords();
  const obs = useSelect(selectObs);
  if (obs?.link.state !== 'connected' || obs.proof.state !== 'found') return null;
  const { icon, text } = lookOfProof(obs.proof);
  return <Sign icon={icon} tone="warn" text={pick(text)} />;
}
