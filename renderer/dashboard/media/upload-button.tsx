import { FileUp, LoaderCircle } from 'lucide-react';
import { useId } from 'react';
import type { MediaKind } from '../../../shared/overlay/media.ts';
import { ActionProblem } from '../action-problem.tsx';
import { useWords } from '../context.ts';
import { acceptOf } from './media-words.ts';
import type { Upload } from './use-upload.ts';

interface UploadButtonProps {
  readonly upload: Upload;
  readonly kinds: readonly MediaKind[];
  /** Its name where the words on it alone say too little. */
  readonly label?: string;
  readonly several?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** Opens the system's dialog for files. */
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
          // So that the same file can be chosen once more.
          event.currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </label>
  );
}

/** How far the file is, or why it was refused; nothing otherwise. */
export function UploadNews({ upload }: { readonly upload: Upload }) {
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
