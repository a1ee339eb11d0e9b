import { expect, it } from 'vitest';
import { makeKey } from '../../../electron/base/random.ts';
import { Widgets, type WidgetsParts } from '../../../electron/features/widgets/widgets.ts';

it('no widget of others is taken where its page can have no name of its own', async () => {
  const parts = { shelf: {}, uploads: {}, makeKey, urlOf: () => '' };
  const widgets = new Widgets(parts as unknown as WidgetsParts);
  await expect(widgets.find('an upload')).rejects.toMatchObject({
    problem: { code: 'widgets-not-here' },
  });
});
