import { useId, useState } from 'react';
import type { MediaItem, MediaKind } from '../../../shared/overlay/media.ts';
import { actionOf } from '../../stores/dashboard-store.ts';
import { FileButton } from '../../ui/file-button.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { acceptOf } from './media-item.tsx';

interface UploadButtonProps {
  readonly upload: Upload;
  readonly kinds: readonly MediaKind[];
  readonly label?: string;
  readonly several?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

export function UploadButton({ upload, kinds, label, several, onFiles }: UploadButtonProps) {
  const { t } = useWords();
  return (
    <FileButton
      text={t('media.upload')}
      label={label}
      title={upload.blocked ? t('media.busy') : undefined}
      accept={acceptOf(kinds)}
      several={several === true}
      busy={upload.present !== null || upload.blocked}
      onFiles={onFiles}
    />
  );
}

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

type Upload = ReturnType<typeof useUpload>;

export function useUpload() {
  const dashboard = useDashboard();
  const adding = useSelect(selectAdding);
  // The file being uploaded from here; `share`: its progress from 0 to 1.
  const [present, setPresent] = useState<{ name: string; share: number } | null>(null);
  const [asked, setAsked] = useState(false);
  return {
    present,
    /** Another upload on this page is running; wait for it. */
    blocked: adding.phase === 'pending' && present === null,
    /** The last upload from here failed; the action `media.add` has the reason. */
    failed: asked && adding.phase === 'failed',
    /** Uploads one after another; stops at the first refusal. */
    async add(files: readonly File[], onAdded: (item: MediaItem) => void) {
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
