import { FileUp, LoaderCircle } from 'lucide-react';
import { useId, useState } from 'react';
import type { MediaItem, MediaKind } from '../../../shared/overlay/media.ts';
import { actionOf } from '../../stores/dashboard-store.ts';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { acceptOf } from './media-item.tsx';

interface UploadButtonProps {
  readonly upload: Upload;
  readonly kinds: readonly MediaKind[];
  /** The accessible name if the visible text is not enough. */
  readonly label?: string;
  readonly several?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** Opens the system's file dialog. */
export function UploadButton(props: UploadButtonProps) {
  const { upload, kinds, label, several = false, onFiles } = props;
  const { t } = useWords();
  const id = useId();
  const busy = upload.present !== null || upload.blocked;
  const Icon = busy ? LoaderCircle : FileUp;
  return (
    <label
      className="button button-plain upload"
      htmlFor={id}
      data-disabled={busy}
      title={upload.blocked ? t('media.busy') : undefined}
    >
      <Icon size={16} aria-hidden className={busy ? 'spinning' : undefined} />
      <span>{t('media.upload')}</span>
      <input
        id={id}
        type="file"
        aria-label={label}
        accept={acceptOf(kinds)}
        multiple={several}
        disabled={busy}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          // Lets the same file be chosen again.
          event.currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </label>
  );
}

/** The upload's progress or why it was refused; otherwise nothing. */
export function UploadStatus({ upload }: { readonly upload: Upload }) {
  const { t } = useWords();
  const id = useId();
  if (upload.present) {
    const { name, share } = upload.present;
    return (
      <div className="upload-progress">
        <label htmlFor={id}>{t('media.progress', { name })}</label>
        <progress id={id} max={1} value={share} />
      </div>
    );
  }
  return upload.failed ? <ActionProblem action="media.add" /> : null;
}

const selectAdding = actionOf('media.add');

/** The file being uploaded from here. */
interface OnItsWay {
  readonly name: string;
  /** Progress from 0 to 1. */
  readonly share: number;
}

interface Upload {
  readonly present: OnItsWay | null;
  /** Another upload on this page is running; wait for it. */
  readonly blocked: boolean;
  /** The last upload from here failed; the action `media.add` has the reason. */
  readonly failed: boolean;
  /** Uploads one after another; stops at the first refusal. */
  add(files: readonly File[], onAdded: (item: MediaItem) => void): Promise<void>;
}

/** Uploads files from one place of the page. */
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
