import { render } from '@testing-library/react';
import { Profiler } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { OverlayStoreProvider } from '../../../renderer/stores/overlay-context.tsx';
import { createOverlayStore } from '../../../renderer/stores/overlay-store.ts';
import { ChatDrawing } from '../../../renderer/widgets/chat-list.tsx';
import { ChatPainter } from '../../../renderer/widgets/chat-painter.ts';
import { WidgetView } from '../../../renderer/widgets/widget-view.tsx';
import { chatSettingsSchema, type Widget } from '../../../shared/overlay/widgets.ts';
import { chat } from '../../support/stage-events.ts';
import { settableChat } from './chat-source.ts';

const MARKS = document.createElement('div');
const line = (seq: number) => ({ event: chat(seq), enters: 'themed' as const });

function drawing(over: object = {}) {
  const now = settableChat([line(1)]);
  const box = document.createElement('div');
  const list = document.createElement('ol');
  const settings = chatSettingsSchema.parse(over);
  const of = new ChatDrawing({ box, list, source: now.source, settings, marks: MARKS });
  const seqs = () => [...list.children].map((item) => (item as HTMLElement).dataset['seq']);
  return { of, now, seqs };
}

describe('ChatDrawing', () => {
  it('draws what is there, and what comes as it comes', () => {
    const { now, seqs } = drawing();
    expect(seqs()).toEqual(['1']);
    now.set([line(1), line(2)]);
    expect(seqs()).toEqual(['1', '2']);
  });

  it('leaves nothing behind: no line, no listener, no timer', () => {
    vi.useFakeTimers();
    const { of, now, seqs } = drawing({ fadeAfterS: 5 });
    now.set([line(1), line(2)]);
    expect(vi.getTimerCount()).toBe(1);
    of.dispose();
    expect(vi.getTimerCount()).toBe(0);
    expect(now.listeners).toBe(0);
    expect(seqs()).toEqual([]);
    vi.useRealTimers();
  });

  it('shows nothing of a frame that fails, and all of the next one', () => {
    const { now, seqs } = drawing();
    const draw = vi.spyOn(ChatPainter.prototype, 'draw').mockImplementationOnce(() => {
      throw new Error('a browser that is not well');
    });
    expect(() => now.set([line(1), line(2)])).not.toThrow();
    expect(seqs()).toEqual([]);
    now.set([line(1), line(2), line(3)]);
    expect(seqs()).toEqual(['1', '2', '3']);
    draw.mockRestore();
  });

  it('goes past React: a message renders nothing anew', () => {
    const store = createOverlayStore('ko');
    const settings = chatSettingsSchema.parse({});
    const widget = { id: 'w', kind: 'chat', settings } as Widget<'chat'>;
    const rendered = vi.fn();
    const { container } = render(
      <OverlayStoreProvider store={store}>
        <Profiler id="chat" onRender={rendered}>
          <WidgetView widget={widget} />
        </Profiler>
      </OverlayStoreProvider>,
    );
    rendered.mockClear();
    store.addChat([chat(1), chat(2)]);
    expect(container.querySelector('.sl-chat-list')?.children).toHaveLength(2);
    expect(rendered).not.toHaveBeenCalled();
  });
});
