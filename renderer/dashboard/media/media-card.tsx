import { Images, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { MEDIA_LIMITS, type MediaItem, type MediaKind } from '../../../shared/overlay/media.ts';
import { selectMedia } from '../../stores/dashboard-store.ts';
import { IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ActionDialog } from '../action-button.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { bytesText, kindOfItem, Thumbnail } from './media-item.tsx';
import { ListenButton } from './media-picker.tsx';
import { UploadButton, UploadStatus, useUpload } from './upload-button.tsx';

const ALL_KINDS: readonly MediaKind[] = ['image', 'video', 'sound', 'font'];

export function MediaCard() {
  const words = useWords();
  const { t } = words;
  const items = useSelect(selectMedia);
  const upload = useUpload();
  const [added, setAdded] = useState<MediaItem | null>(null);
  const total = (items ?? []).reduce((sum, { bytes }) => sum + bytes, 0);
  const most = bytesText(MEDIA_LIMITS.totalBytes, words);
  return (
    <Card
      icon={Images}
      title={t('media.title')}
      aside={
        <span className="card-note">
          {t('media.total', { size: bytesText(total, words), most })}
        </span>
      }
    >
      <p className="card-note">{t('media.text')}</p>
      <MediaList items={items} />
      <div className="card-row">
        <UploadButton
          upload={upload}
          kinds={ALL_KINDS}
          several
          onFiles={(files) => {
            setAdded(null);
            void upload.add(files, setAdded);
          }}
        />
        <span className="media-note card-note" role="status">
          {added ? t('media.added', { name: added.name }) : null}
        </span>
      </div>
      <UploadStatus upload={upload} />
    </Card>
  );
}

function MediaList({ items }: { readonly items: readonly MediaItem[] | null }) {
  const { t } = useWords();
  if (items === null) return <p className="card-text">{t('media.loading')}</p>;
  if (items.length === 0) return <p className="card-text">{t('media.empty')}</p>;
  return (
    <ul className="media-list" aria-label={t('media.list')}>
      {items.map((item) => (
        <MediaRow key={item.hash} item={item} />
      ))}
    </ul>
  );
}

function MediaRow({ item }: { readonly item: MediaItem }) {
  const words = useWords();
  const { t } = words;
  const [asking, setAsking] = useState(false);
  const { name, uses, broken } = item;
  const kind = kindOfItem(item);
  return (
    <li className="media-row">
      <Thumbnail item={item} />
      <div className="words">
        <bdi className="media-name cut" title={name}>
          {name}
        </bdi>
        <span className="card-note">
          {[
            t(`media.${kind}`),
            bytesText(item.bytes, words),
            uses === 0 ? t('media.unused') : t('media.uses', { count: uses }),
          ].join(' · ')}
        </span>
        {broken ? (
          <span className="entry-note" data-fault>
            {t('media.broken')}
          </span>
        ) : null}
      </div>
      {kind === 'sound' && !broken ? <ListenButton item={item} /> : null}
      <IconButton
        icon={Trash2}
        label={t('media.remove', { name })}
        onPress={() => setAsking(true)}
      />
      {asking ? <AskRemoval item={item} onClose={() => setAsking(false)} /> : null}
    </li>
  );
}

interface AskRemovalProps {
  readonly item: MediaItem;
  readonly onClose: () => void;
}

function AskRemoval({ item: { hash, name, uses }, onClose }: AskRemovalProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const used = uses === 0 ? [] : [t('media.remove-used', { count: uses })];
  return (
    <ActionDialog
      action={`media.remove#${hash}`}
      title={t('media.remove-ask')}
      name={name}
      text={[...used, t('media.remove-text')].join(' ')}
      confirm={t('media.remove-confirm')}
      cancel={t('media.remove-cancel')}
      icon={Trash2}
      onConfirm={() => void dashboard.removeMedia(hash)}
      onClose={onClose}
    />
  );
}
