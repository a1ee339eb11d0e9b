import { Download, History, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type KeptFile, keptFilePath } from '../../../shared/contract/maintenance.ts';
import type { Words } from '../../i18n/dashboard.ts';
import { selectDesktop } from '../../stores/dashboard-store.ts';
import { ActionDialog, CoreButton, CoreIconButton } from '../action-button.tsx';
import { useDashboard, usePage, useSelect, useWords } from '../context.ts';

interface KeptListProps {
  readonly label: string;
  readonly files: readonly KeptFile[];
  /** null if these files cannot be restored. */
  readonly onRestore: ((name: string) => void) | null;
}

export function KeptList({ label, files, onRestore }: KeptListProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const [removing, setRemoving] = useState<string | null>(null);
  const remove = async (name: string) => {
    if (await dashboard.ask('maintenance.remove-file', { name })) setRemoving(null);
  };
  return (
    <>
      <ul className="kept stack" aria-label={label}>
        {files.map((file) => (
          <KeptRow
            key={file.name}
            file={file}
            onRestore={onRestore}
            onRemove={() => setRemoving(file.name)}
          />
        ))}
      </ul>
      {removing === null ? null : (
        <ActionDialog
          action="maintenance.remove-file"
          title={t('backup.remove-ask')}
          name={removing}
          text={t('backup.remove-text')}
          confirm={t('backup.remove')}
          cancel={t('upkeep.cancel')}
          icon={Trash2}
          onConfirm={() => void remove(removing)}
          onClose={() => setRemoving(null)}
        />
      )}
    </>
  );
}

interface KeptRowProps extends Pick<KeptListProps, 'onRestore'> {
  readonly file: KeptFile;
  readonly onRemove: () => void;
}

function KeptRow({ file: { name, bytes, at }, onRestore, onRemove }: KeptRowProps) {
  const words = useWords();
  const { t, dateTime } = words;
  const { host } = usePage();
  // The app's window cannot download; it can open the folder instead.
  const inApp = useSelect(selectDesktop) !== null;
  return (
    <li className="ends">
      <span className="kept-words">
        <code>{name}</code>
        <span className="card-note">
          {dateTime(at)} · {sizeText(bytes, words)}
        </span>
      </span>
      <span className="deeds">
        {onRestore ? (
          <CoreButton
            icon={History}
            label={t('backup.restore-name', { name })}
            onPress={() => onRestore(name)}
          >
            {t('backup.restore')}
          </CoreButton>
        ) : null}
        {inApp ? null : (
          <a
            className="icon-button"
            href={new URL(keptFilePath(name), host.address).href}
            download={name}
            title={t('backup.download-name', { name })}
            aria-label={t('backup.download-name', { name })}
          >
            <Download size={16} aria-hidden />
          </a>
        )}
        <CoreIconButton
          icon={Trash2}
          label={t('backup.remove-name', { name })}
          onPress={onRemove}
        />
      </span>
    </li>
  );
}

const UNITS = ['B', 'KB', 'MB', 'GB'] as const;

/** A file's size in decimal units: a kilobyte is 1,000 bytes. */
export function sizeText(bytes: number, { number }: Pick<Words, 'number'>): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1_000 && unit < UNITS.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  const rounded = unit === 0 || value >= 100 ? Math.round(value) : Math.round(value * 10) / 10;
  return `${number(rounded)} ${UNITS[unit] ?? ''}`;
}
