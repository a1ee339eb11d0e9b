import { Segments } from '../../ui/fields.tsx';
import { useWords } from '../context.ts';
import type { ShowSource } from './overlay-preview.tsx';
import { BACKDROPS, type Backdrop } from './stage.tsx';

interface ShowSwitchesProps<S extends ShowSource> {
  readonly sources: readonly S[];
  readonly source: S;
  readonly onSource: (source: S) => void;
  readonly backdrop: Backdrop;
  readonly onBackdrop: (backdrop: Backdrop) => void;
}

/** What a picture of the overlay shows, and what lies behind it. */
export function ShowSwitches<S extends ShowSource>(props: ShowSwitchesProps<S>) {
  const { t } = useWords();
  return (
    <>
      <Segments
        label={t('stage.source')}
        choices={props.sources.map((value) => ({ value, label: t(`stage.source-${value}`) }))}
        chosen={props.source}
        onChoose={props.onSource}
      />
      <Segments
        label={t('stage.backdrop')}
        choices={BACKDROPS.map((value) => ({ value, label: t(`stage.backdrop-${value}`) }))}
        chosen={props.backdrop}
        onChoose={props.onBackdrop}
      />
    </>
  );
}
