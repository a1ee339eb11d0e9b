import { type ReactNode, useState } from 'react';
import type { MediaItem, MediaKind } from '../../../shared/overlay/media.ts';
import type { Words } from '../../i18n/dashboard.ts';
import { selectMedia } from '../../stores/dashboard-store.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { useSelect, useWords } from '../context.ts';
import { kindOfItem } from './media-words.ts';
import { Thumbnail } from './thumbnail.tsx';
import { UploadButton, UploadNews } from './upload-button.tsx';
import { useUpload } from './use-upload.ts';

interface MediaPickerProps {
  readonly label: string;
  readonly kinds: readonly MediaKind[];
  /** What can be had without a file, by a name that is no hash. */
  readonly fixed: readonly { readonly value: string; readonly label: string }[];
  /** A hash, or a name of `fixed`. */
  readonly chosen: string;
  readonly onChoose: (value: string) => void;
  /** Beside the chosen item, such as a button to hear it. */
  readonly aside?: (item: MediaItem) => ReactNode;
}

/** One item of the library, or one that is brought in here and now. */
export function MediaPicker(props: MediaPickerProps) {
  const { label, kinds, fixed, chosen, onChoose, aside } = props;
  const words = useWords();
  const { t } = words;
  const library = useSelect(selectMedia) ?? [];
  const upload = useUpload();
  const [stray, setStray] = useState<MediaItem | null>(null);
  const items = library.filter((item) => kinds.includes(kindOfItem(item)));
  const item = items.find(({ hash }) => hash === chosen) ?? null;
  const known = item !== null || fixed.some(({ value }) => value === chosen);
  const choices = [
    ...fixed,
    ...(known ? [] : [{ value: chosen, label: t('media.gone') }]),
    ...items.map((each) => ({ value: each.hash, label: itemName(each, words) })),
  ];
  const added = (each: MediaItem) => {
    if (kinds.includes(kindOfItem(each))) onChoose(each.hash);
    else setStray(each);
  };
  return (
    <div className="media-picker">
      <SelectField label={label} choices={choices} chosen={chosen} onChoose={onChoose} />
      <div className="media-picker-tools">
        {item ? <Thumbnail item={item} /> : null}
        {item ? aside?.(item) : null}
        <UploadButton
          upload={upload}
          kinds={kinds}
          label={t('media.upload-for', { name: label })}
          onFiles={(files) => {
            setStray(null);
            void upload.add(files, added);
          }}
        />
      </div>
      <UploadNews upload={upload} />
      {item?.broken ? (
        <p className="entry-note" data-fault>
          {t('media.broken')}
        </p>
      ) : null}
      <p className="media-note" role="status">
        {stray ? t('media.wrong-kind', { name: stray.name }) : null}
      </p>
    </div>
  );
}

function itemName({ name, broken }: MediaItem, { t }: Words): string {
  return broken ? t('media.broken-one', { name }) : name;
}
