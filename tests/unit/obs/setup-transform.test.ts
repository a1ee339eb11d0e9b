import { describe, expect, it } from 'vitest';
import {
  fillingTransform,
  hasTransform,
  isFilling,
  writable,
} from '../../../electron/features/obs/setup-transform.ts';

const CANVAS = { width: 1920, height: 1080 };
const BOUND = {
  boundsType: 'OBS_BOUNDS_SCALE_INNER',
  boundsWidth: 1920,
  boundsHeight: 1080,
} as const;

describe('an item of a scene', () => {
  it.each<[string, Record<string, unknown>, boolean]>([
    ['as OBS makes it', {}, true],
    ['as a set-up places it', fillingTransform(CANVAS), true],
    ['as a set-up places one without bounds', { boundsType: 'OBS_BOUNDS_NONE' }, true],
    ['turned once around', { rotation: 360 }, true],
    ['turned', { rotation: 90 }, false],
    ['moved to the right', { positionX: 3 }, false],
    ['moved down', { positionY: 3 }, false],
    ['moved up by less than a pixel', { positionY: -0.5 }, true],
    ['narrower', { scaleX: 0.9 }, false],
    ['lower', { scaleY: 0.9 }, false],
    ['mirrored', { scaleX: -1 }, false],
    ['cropped at the left', { cropLeft: 1 }, false],
    ['cropped at the top', { cropTop: 1 }, false],
    ['cropped at the right', { cropRight: 1 }, false],
    ['cropped at the bottom', { cropBottom: 1 }, false],
    ['placed by its middle', { alignment: 0, positionX: 960, positionY: 540 }, true],
    ['placed by its middle in the corner', { alignment: 0 }, false],
    ['placed by its right bottom', { alignment: 10, positionX: 1920, positionY: 1080 }, true],
    ['placed by its left bottom', { alignment: 9, positionX: 0, positionY: 1080 }, true],
    ['placed by its right top', { alignment: 6, positionX: 1920, positionY: 0 }, true],
    ['in bounds, whatever its scale', { ...BOUND, scaleX: 7 }, true],
    ['in narrower bounds', { ...BOUND, boundsWidth: 1900 }, false],
    ['in lower bounds', { ...BOUND, boundsHeight: 1000 }, false],
    ['in bounds without a size', { boundsType: 'OBS_BOUNDS_STRETCH' }, false],
    ['with a place that is no number', { positionX: '7' }, true],
  ])('fills the canvas or not: %s', (_, transform, fills) => {
    expect(isFilling(transform, CANVAS)).toBe(fills);
  });

  it('gets bounds, unless it is placed without them: they cannot be taken away again', () => {
    const unbound = fillingTransform(CANVAS, { boundsType: 'OBS_BOUNDS_NONE' });
    expect(Object.keys(unbound).filter((name) => name.startsWith('bounds'))).toEqual([]);
    for (const present of [undefined, {}, { boundsType: 'OBS_BOUNDS_STRETCH' }]) {
      const bound = fillingTransform(CANVAS, present);
      expect(bound).toEqual({ ...unbound, ...BOUND, boundsAlignment: 0 });
    }
    expect(unbound).toEqual({
      positionX: 0,
      positionY: 0,
      rotation: 0,
      scaleX: 1,
      scaleY: 1,
      alignment: 5,
      cropLeft: 0,
      cropTop: 0,
      cropRight: 0,
      cropBottom: 0,
    });
  });

  it.each<[string, Record<string, unknown>, boolean]>([
    ['all of it', { positionX: 40, boundsType: 'A', rotation: 3 }, true],
    ['all but for digits that OBS does not keep', { positionX: 40.004, boundsType: 'A' }, true],
    ['another number', { positionX: 40.5, boundsType: 'A' }, false],
    ['another text', { positionX: 40, boundsType: 'B' }, false],
    ['one of them', { positionX: 40 }, false],
    ['a text for a number', { positionX: '40', boundsType: 'A' }, false],
    ['a number for a text', { positionX: 40, boundsType: 1 }, false],
    ['nothing', {}, false],
  ])('is where it is wanted or not: %s', (_, present, has) => {
    expect(hasTransform(present, { positionX: 40, boundsType: 'A' })).toBe(has);
  });

  it('is put back without what OBS tells and refuses', () => {
    const read = { positionX: 0, boundsType: 'OBS_BOUNDS_NONE', boundsAlignment: 0, rotation: 0 };
    expect(writable({ ...read, boundsWidth: 0, boundsHeight: 0 })).toEqual(read);
    const bound = { ...read, boundsWidth: 1, boundsHeight: 2 };
    expect(writable(bound)).toEqual(bound);
  });
});
