import { useState } from 'react';
import type { MediaItem } from '../../../shared/overlay/media.ts';
import { actionOf } from '../../stores/dashboard-store.ts';
import { useDashboard, useSelect } from '../context.ts';

const selectAdding = actionOf('media.add');

/** The file that is on its way from here. */
interface OnItsWay {
  readonly name: string;
  /** How much of it has arrived, from 0 to 1. */
  readonly share: number;
}

export interface Upload {
  readonly present: OnItsWay | null;
  /** Something is on its way from elsewhere on this page: it has to be waited for. */
  readonly blocked: boolean;
  /** The last try from here failed; the action `media.add` says why. */
  readonly failed: boolean;
  /** One after the other; the first that is refused ends it. */
  add(files: readonly File[], onAdded: (item: MediaItem) => void): Promise<void>;
}

/** Bringing files into the library from one place of the page. */
export function useUpload(): Upload {
  const dashboard = useDashboard();
  const adding = useSelect(selectAdding);
  const [present, setPresent] = useState<OnItsWay | null>(null);
  const [asked, setAsked] = useState(false);
  return {
    present,
    blocked: adding.phase === 'pending' && present === null,
    failed: asked && adding.phase === 'failed',
    async add(files, onAdded) {
      setAsked(true);
      for (const file of files) {
        const { name } = file;
        setPresent({ name, share: 0 });
        const item = await dashboard.addMedia(file, (share) => setPresent({ name, share }));
        if (!item) break;
        onAdded(item);
      }
      setPresent(null);
    },
  };
}
