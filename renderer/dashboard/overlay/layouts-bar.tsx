import { Check, Pencil, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import {
  LAYOUT_NAME_MAX,
  MOST_LAYOUTS,
  type NamedLayout,
  namedLayouts,
} from '../../../shared/overlay/layouts.ts';
import type { OverlaySettings } from '../../../shared/overlay/overlay-settings.ts';
import type { Words } from '../../i18n/dashboard.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { ChoiceList } from '../../ui/choices.tsx';
import { AskDialog, useModal } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { cutWhole } from '../../widgets/rich-text.tsx';
import { useDashboard, usePending, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';

export function layoutName({ name }: Pick<NamedLayout, 'name'>, { t }: Words): string {
  return name === '' ? t('layouts.main') : name;
}

interface LayoutsBarProps {
  readonly overlay: OverlaySettings;
  /** The one being edited, on air or not. */
  readonly edited: NamedLayout;
  readonly onEdit: (id: string) => void;
}

type Asking = 'new' | 'rename' | 'remove' | null;

/** All layouts: which one is edited here, and which one is on air. */
export function LayoutsBar({ overlay, edited, onEdit }: LayoutsBarProps) {
  const words = useWords();
  const { t } = words;
  const [asking, setAsking] = useState<Asking>(null);
  const all = namedLayouts(overlay);
  const isFull = all.length >= MOST_LAYOUTS;
  const isOnAir = edited.id === overlay.onAirLayout;
  const name = layoutName(edited, words);
  const close = () => setAsking(null);
  return (
    <section className="layouts-bar card-row" aria-label={t('layouts.title')}>
      <fieldset className="segments layout-tabs" aria-label={t('layouts.edit')}>
        {all.map((each) => (
          <button
            key={each.id}
            type="button"
            aria-pressed={each.id === edited.id}
            onClick={() => onEdit(each.id)}
          >
            <span className="cut">{layoutName(each, words)}</span>
            {each.id === overlay.onAirLayout ? (
              <Badge tone="live">{t('layouts.on-air')}</Badge>
            ) : null}
            {each.draft ? (
              <span className="layout-mark" role="img" aria-label={t('layouts.drafted')} />
            ) : null}
          </button>
        ))}
      </fieldset>
      <IconButton
        icon={Pencil}
        label={t('layouts.rename', { name })}
        onPress={() => setAsking('rename')}
      />
      {isOnAir ? null : (
        <IconButton
          icon={Trash2}
          label={t('layouts.remove', { name })}
          onPress={() => setAsking('remove')}
        />
      )}
      <Button variant="ghost" icon={Plus} disabled={isFull} onPress={() => setAsking('new')}>
        {t('layouts.new')}
      </Button>
      {isFull ? <p className="card-note">{t('layouts.full', { count: MOST_LAYOUTS })}</p> : null}
      <ActionProblem action="overlay.layout-remove" />
      {asking === 'new' ? (
        <NewLayout all={all} copied={edited} onMade={onEdit} onClose={close} />
      ) : null}
      {asking === 'rename' ? <Rename layout={edited} onClose={close} /> : null}
      {asking === 'remove' ? <Remove layout={edited} onClose={close} /> : null}
    </section>
  );
}

const SUGGESTIONS = ['talk', 'game', 'ending'] as const;

interface NewLayoutProps {
  readonly all: readonly NamedLayout[];
  readonly copied: NamedLayout;
  readonly onMade: (id: string) => void;
  readonly onClose: () => void;
}

function NewLayout({ all, copied, onMade, onClose }: NewLayoutProps) {
  const words = useWords();
  const { t } = words;
  const dashboard = useDashboard();
  const busy = usePending('overlay.layout-add');
  const [name, setName] = useState('');
  const [start, setStart] = useState<'copy' | 'empty'>('copy');
  const taken = new Set(all.map((each) => each.name));
  const suggested = SUGGESTIONS.map((each) => t(`layouts.suggest-${each}`));
  const create = async () => {
    const widgets = start === 'empty' ? [] : (copied.draft ?? copied.layout);
    const made = await dashboard.ask('overlay.layout-add', { name: name.trim(), widgets });
    if (!made) return;
    onMade(made.layout);
    onClose();
  };
  return (
    <NameDialog
      title={t('layouts.new')}
      confirm={t('layouts.create')}
      name={name}
      busy={busy}
      onName={setName}
      onConfirm={() => void create()}
      onClose={onClose}
      suggested={suggested.filter((each) => !taken.has(each))}
    >
      <ChoiceList
        label={t('layouts.start')}
        choices={[
          { value: 'copy', label: t('layouts.start-copy', { name: layoutName(copied, words) }) },
          { value: 'empty', label: t('layouts.start-empty') },
        ]}
        chosen={start}
        onChoose={setStart}
      />
      <ActionProblem action="overlay.layout-add" />
    </NameDialog>
  );
}

interface OfLayoutProps {
  readonly layout: NamedLayout;
  readonly onClose: () => void;
}

function Rename({ layout, onClose }: OfLayoutProps) {
  const words = useWords();
  const { t } = words;
  const dashboard = useDashboard();
  const busy = usePending('overlay.layout-rename');
  const [name, setName] = useState(layoutName(layout, words));
  const rename = async () => {
    const wanted = { layout: layout.id, name: name.trim() };
    if ((await dashboard.ask('overlay.layout-rename', wanted)) !== null) onClose();
  };
  return (
    <NameDialog
      title={t('layouts.rename-title')}
      confirm={t('layouts.save-name')}
      name={name}
      busy={busy}
      onName={setName}
      onConfirm={() => void rename()}
      onClose={onClose}
    >
      <ActionProblem action="overlay.layout-rename" />
    </NameDialog>
  );
}

function Remove({ layout, onClose }: OfLayoutProps) {
  const words = useWords();
  const { t } = words;
  const dashboard = useDashboard();
  const busy = usePending('overlay.layout-remove');
  const remove = async () => {
    await dashboard.ask('overlay.layout-remove', { layout: layout.id });
    onClose();
  };
  return (
    <AskDialog
      title={t('layouts.remove-title')}
      name={layoutName(layout, words)}
      text={t('layouts.remove-text')}
      icon={Trash2}
      confirm={t('layouts.remove-confirm')}
      cancel={t('layouts.cancel')}
      busy={busy}
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  );
}

interface NameDialogProps {
  readonly title: string;
  readonly confirm: string;
  readonly name: string;
  readonly busy: boolean;
  readonly suggested?: readonly string[];
  readonly onName: (name: string) => void;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

function NameDialog(props: NameDialogProps) {
  const { title, confirm, name, busy, suggested = [], onName, onConfirm, onClose } = props;
  const { t } = useWords();
  const modal = useModal(onClose);
  const id = useId();
  const isNamed = name.trim() !== '';
  return (
    <dialog {...modal} className="dialog" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <form
        className="stack roomy"
        onSubmit={(event) => {
          event.preventDefault();
          if (isNamed && !busy) onConfirm();
        }}
      >
        <TextField
          label={t('layouts.name')}
          value={name}
          onChange={(typed) => onName(cutWhole(typed, LAYOUT_NAME_MAX))}
        />
        {suggested.length > 0 ? (
          <fieldset className="card-row" aria-label={t('layouts.suggested')}>
            {suggested.map((each) => (
              <Button key={each} onPress={() => onName(each)}>
                {each}
              </Button>
            ))}
          </fieldset>
        ) : null}
        {props.children}
        <div className="dialog-buttons">
          <Button onPress={onClose}>{t('layouts.cancel')}</Button>
          <Button
            variant="primary"
            icon={Check}
            busy={busy}
            disabled={!isNamed}
            onPress={onConfirm}
          >
            {confirm}
          </Button>
        </div>
      </form>
    </dialog>
  );
}
