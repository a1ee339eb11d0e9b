import { useEffect } from 'react';
import { historyKey } from '../overlay-editor/stage-card.tsx';

/**
 * Ctrl+Z (⌘Z) takes back what the page offers to, wherever the keyboard is: the button for it stands at
 * the foot of the page and does not wait for somebody on the way there. Text keeps its own undo.
 */
export function useUndoKey(isOffered: boolean, undo: () => void): void {
  useEffect(() => {
    if (!isOffered) return undefined;
    const press = (event: KeyboardEvent) => {
      if (historyKey(event, event.target) !== 'undo') return;
      event.preventDefault();
      undo();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isOffered, undo]);
}
