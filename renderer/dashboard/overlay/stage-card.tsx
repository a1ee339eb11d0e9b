import { LayoutDashboard, Maximize2, Redo2, Undo2 } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { CANVAS } from '../../../shared/overlay/names.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { ReplayControls, useReplay } from '../replay/replay-controls.tsx';
import { DraftBar } from './draft-bar.tsx';
import { useEditor, widgetName } from './editor-context.ts';
import { OverlayFrame, PreviewWidgets, SHOW_SOURCES, type ShowSource } from './overlay-preview.tsx';
import { PreviewDialog } from './preview-dialog.tsx';
import { ShowSwitches } from './show-switches.tsx';
import { type Backdrop, Stage } from './stage.tsx';

export function StageCard() {
  const { t } = useWords();
  const { state, undo, redo } = useEditor();
  const { theme } = state;
  const [backdrop, setBackdrop] = useState<Backdrop>('game');
  const [source, setSource] = useState<ShowSource>('sample');
  const [previewing, setPreviewing] = useState(false);
  const replay = useReplay(source === 'replay');
  return (
    <Card
      icon={LayoutDashboard}
      title={t('stage.title')}
      aside={
        <span className="stage-history">
          <IconButton
            icon={Maximize2}
            label={t('preview.open')}
            onPress={() => setPreviewing(true)}
          />
          <IconButton
            icon={Undo2}
            label={t('stage.undo')}
            disabled={!state.canUndo}
            onPress={undo}
          />
          <IconButton
            icon={Redo2}
            label={t('stage.redo')}
            disabled={!state.canRedo}
            onPress={redo}
          />
        </span>
      }
    >
      <DraftBar />
      <div className="card-row">
        <ShowSwitches
          sources={SHOW_SOURCES}
          source={source}
          onSource={setSource}
          backdrop={backdrop}
          onBackdrop={setBackdrop}
        />
      </div>
      <Stage backdrop={backdrop}>
        <OverlayFrame
          className="stage-picture"
          title={t('stage.picture')}
          size={CANVAS}
          theme={theme}
        >
          <PreviewWidgets
            layout={state.layout}
            theme={theme}
            source={source}
            replay={replay?.show ?? null}
          />
        </OverlayFrame>
      </Stage>
      {replay ? <ReplayControls player={replay.player} /> : null}
      <p className="card-note stage-how">{t('stage.how')}</p>
      <p className="card-note">{t(`stage.source-${source}-text`)}</p>
      <Removed />
      <ActionProblem action="overlay.draft#layout" />
      {previewing ? (
        <PreviewDialog layout={state.layout} theme={theme} onClose={() => setPreviewing(false)} />
      ) : null}
    </Card>
  );
}

function Removed() {
  const words = useWords();
  const { state, removed, undo } = useEditor();
  return (
    <div className="stage-removed card-row" role="status">
      {removed ? (
        <>
          <span>
            {words.t('stage.removed', {
              name: widgetName(removed, [...state.layout, removed], words),
            })}
          </span>
          <Button icon={Undo2} onPress={undo}>
            {words.t('stage.bring-back')}
          </Button>
        </>
      ) : null}
    </div>
  );
}

/** The usual undo and redo keys; in text fields they belong to the text. */
export function historyKey(
  event: Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>,
  target: EventTarget | null,
): 'undo' | 'redo' | null {
  if (event.altKey || !(event.ctrlKey || event.metaKey) || isText(target)) return null;
  const key = letterOf(event);
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo';
  return key === 'y' && !event.shiftKey ? 'redo' : null;
}

/** A key's letter, by its place where the layout is not Latin: ㅋ stands on Z. */
function letterOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  const isLatin = /^[\x20-\x7e]$/.test(key);
  return (isLatin ? key : code.replace(/^Key/, '')).toLowerCase();
}

function isText(target: EventTarget | null): boolean {
  if (target instanceof HTMLTextAreaElement) return true;
  return (
    target instanceof HTMLInputElement && !['checkbox', 'radio', 'range'].includes(target.type)
  );
}
