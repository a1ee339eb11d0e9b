import { useEffect, useMemo } from 'react';
import { DEFAULT_OVERLAY } from '../../../shared/overlay/overlay-settings.ts';
import { usePage } from '../context.ts';
import { ReplayPlayer } from './replay-player.ts';
import { ReplayShow } from './replay-show.ts';

export interface Replay {
  readonly player: ReplayPlayer;
  readonly show: ReplayShow;
}

/** Opens the last broadcast while `active`; null while not. Nothing of it goes on after that. */
export function useReplay(active: boolean): Replay | null {
  const { dashboard, host } = usePage();
  const replay = useMemo((): Replay | null => {
    if (!active) return null;
    const { clock } = host;
    const { store, replay: source } = dashboard;
    const show = new ReplayShow({
      clock,
      settings: () => store.getState().overlay ?? DEFAULT_OVERLAY,
      language: () => store.getState().language,
    });
    return { show, player: new ReplayPlayer({ source, stage: show, clock }) };
  }, [active, dashboard, host]);
  useEffect(() => {
    void replay?.player.open();
    return () => replay?.player.close();
  }, [replay]);
  return replay;
}
