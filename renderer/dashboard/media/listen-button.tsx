import { Play, Square } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type MediaItem, mediaPath } from '../../../shared/overlay/media.ts';
import { IconButton } from '../../ui/button.tsx';
import { useWords } from '../context.ts';

interface ListenButtonProps {
  readonly item: MediaItem;
  /** From 0 to 1. */
  readonly volume?: number;
}

/** Plays a sound of the library on this page, not on air. */
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
        <span className="media-note" role="status">
          {t('media.cannot-play')}
        </span>
      ) : null}
    </>
  );
}
