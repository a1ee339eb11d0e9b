import { describe, expect, it } from 'vitest';
import { withImageKind } from '../../../electron/core.ts';
import { playing, purchase } from '../../support/stage-events.ts';

const PICTURE = { hash: 'a'.repeat(64), type: 'image/gif' } as const;
const FILM = { hash: 'b'.repeat(64), type: 'video/webm' } as const;
const SOUND = { hash: 'c'.repeat(64), type: 'audio/wav' } as const;
const kindOf = (image: string | null) =>
  withImageKind(playing(purchase(1), 6_000, { image }), [PICTURE, FILM, SOUND])?.look.imageKind;

describe('the picture of an alert on its way to pages', () => {
  it.each([
    ['an animation', PICTURE.hash, 'image'],
    ['a video', FILM.hash, 'video'],
    ['no picture at all', SOUND.hash, undefined],
    ['a file that is gone', 'd'.repeat(64), undefined],
    ['none', null, undefined],
  ])('is %s', (_, image, kind) => {
    expect(kindOf(image)).toBe(kind);
  });

  it('is nothing while no alert plays', () => {
    expect(withImageKind(null, [PICTURE])).toBeNull();
  });
});
