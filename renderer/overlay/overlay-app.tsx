import type { i18n } from 'i18next';
import { type ReactNode, useLayoutEffect } from 'react';
import { I18nextProvider } from 'react-i18next';
import { OverlayStoreProvider, useOverlay } from '../stores/overlay-context.tsx';
import {
  type OverlayStore,
  selectChat,
  selectLanguage,
  selectStaged,
  selectTallies,
} from '../stores/overlay-store.ts';
import { AlertStage } from '../widgets/alert-stage.tsx';
import { ChatList } from '../widgets/chat-list.tsx';
import { DrawTallies } from '../widgets/draw-tallies.tsx';
import { Fence } from '../widgets/fence.tsx';
import { WindowLook, WindowPart } from './window-look.tsx';

export interface OverlayAppProps {
  readonly store: OverlayStore;
  readonly words: i18n;
}

/** The whole page: every widget at its place. */
export function OverlayApp({ store, words }: OverlayAppProps): ReactNode {
  return (
    <OverlayStoreProvider store={store}>
      <I18nextProvider i18n={words}>
        <LanguageSwitch words={words} />
        <main className="sl-overlay">
          <WindowPart part="tallies">
            <div className="sl-place-tallies">
              <TalliesOfStore />
            </div>
          </WindowPart>
          <WindowPart part="chat">
            <div className="sl-place-chat">
              <ChatOfStore />
            </div>
          </WindowPart>
          <WindowPart part="alerts">
            <div className="sl-place-stage">
              <StageOfStore />
            </div>
          </WindowPart>
        </main>
        <WindowLook />
      </I18nextProvider>
    </OverlayStoreProvider>
  );
}

function LanguageSwitch({ words }: { readonly words: i18n }): ReactNode {
  const language = useOverlay(selectLanguage);
  useLayoutEffect(() => {
    document.documentElement.lang = language;
    if (words.language !== language) void words.changeLanguage(language);
  }, [words, language]);
  return null;
}

function ChatOfStore(): ReactNode {
  const lines = useOverlay(selectChat);
  return (
    <Fence of={lines}>
      <ChatList lines={lines} />
    </Fence>
  );
}

function TalliesOfStore(): ReactNode {
  const tallies = useOverlay(selectTallies);
  return (
    <Fence of={tallies}>
      <DrawTallies tallies={tallies} />
    </Fence>
  );
}

function StageOfStore(): ReactNode {
  const staged = useOverlay(selectStaged);
  return (
    <Fence of={staged}>
      <AlertStage staged={staged} />
    </Fence>
  );
}
