import { FileUp, LoaderCircle } from 'lucide-react';
import { useId } from 'react';

interface FileButtonProps {
  readonly text: string;
  /** The accessible name if the text is not enough. */
  readonly label?: string | undefined;
  readonly title?: string | undefined;
  /** Media types and file endings, separated by commas. */
  readonly accept: string;
  readonly several?: boolean;
  /** A folder is chosen, and all its files come. */
  readonly folder?: boolean;
  /** Something is running: shows progress and ignores presses. */
  readonly busy?: boolean;
  readonly disabled?: boolean;
  readonly onFiles: (files: readonly [File, ...File[]]) => void;
}

export function FileButton(props: FileButtonProps) {
  const { text, label, title, accept, several = false, busy = false, onFiles } = props;
  const folder = props.folder === true ? { webkitdirectory: '' } : {};
  const disabled = busy || props.disabled === true;
  const id = useId();
  const Icon = busy ? LoaderCircle : FileUp;
  return (
    <label
      className="button button-plain upload"
      htmlFor={id}
      data-disabled={disabled}
      title={title}
    >
      <Icon size={16} aria-hidden className={busy ? 'spinning' : undefined} />
      <span>{text}</span>
      <input
        id={id}
        type="file"
        aria-label={label}
        accept={accept}
        multiple={several}
        {...folder}
        disabled={disabled}
        onChange={(event) => {
          const [first, ...others] = event.currentTarget.files ?? [];
          // Lets the same file be chosen again.
          event.currentTarget.value = '';
          if (first) onFiles([first, ...others]);
        }}
      />
    </label>
  );
}
