import { Play, Square } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type MediaItem, type MediaKind, mediaPath } from '../../../shared/overlay/media.ts';
import type { Words } from '../../i18n/dashboard.ts';
import { selectMedia } from '../../stores/dashboard-store.ts';
import { IconButton } from '../../ui/button.tsx';
import { SelectField } from '../../ui/choices.tsx';
import { useSelect, useWords } from '../context.ts';
import { kindOfItem, Thumbnail } from './media-item.tsx';
import { UploadButton, UploadStatus, useUpload } from './upload-button.tsx';

interface MediaPickerProps {
  readonly label: string;
  readonly kinds: readonly MediaKind[];
  /** Choices without a file; their values are not hashes. */
  readonly fixed: readonly { readonly value: string; readonly label: string }[];
  /** A hash, or a value of `fixed`. */
  readonly chosen: string;
  readonly onChoose: (value: string) => void;
  readonly aside?: (item: MediaItem) => ReactNode;
}

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
    <div className="media-picker stack">
      <SelectField label={label} choices={choices} chosen={chosen} onChoose={onChoose} />
      <div className="card-row">
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
      <UploadStatus upload={upload} />
      {item?.broken ? (
        <p className="entry-note" data-fault>
          {t('media.broken')}
        </p>
      ) : null}
      <p className="media-note card-note" role="status">
        {stray ? t('media.wrong-kind', { name: stray.name }) : null}
      </p>
    </div>
  );
}

function itemName({ name, broken }: MediaItem, { t }: Words): string {
  return broken ? t('media.broken-one', { name }) : name;
}

interface ListenButtonProps {
  readonly item: MediaItem;
  readonly volume?: number;
}

/** Plays a sound on this page, not on air. */
export function ListenButton({ item, volume = 1 }: ListenButtonProps) {
  const { t } = useWords();
  const sound = useRef<HTMLAudioElement>(null);
  const [state, setState] = useState<'silent' | 'playing' | 'failed'>('silent');
  useEffect(() => {
    if (sound.current) sound.current.volume = volume;
  }, [volume]);
  const press = () => {
    const element = sound.current;
    if (!element) return;
    if (state === 'playing') {
      element.pause();
      element.currentTime = 0;
      setState('silent');
      return;
    }
    setState('playing');
    element.play().catch(() => setState((now) => (now === 'playing' ? 'failed' : now)));
  };
  const playing = state === 'playing';
  return (
    <>
      <IconButton
        icon={playing ? Square : Play}
        label={t(playing ? 'media.stop' : 'media.listen', { name: item.name })}
        onPress={press}
      />
      {/* biome-ignore lint/a11y/useMediaCaption: an alert's sound has no words */}
      <audio
        ref={sound}
        src={mediaPath(item.hash)}
        preload="none"
        onEnded={() => setState('silent')}
      />
      {state === 'failed' ? (
        <span className="card-note" role="status">
          {t('media.cannot-play')}
        </span>
      ) : null}
    </>
  );
}
