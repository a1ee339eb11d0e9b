import { fireEvent, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { testPlaySchema } from '../../../../shared/test-play.ts';
import { drawRules, previewIn } from '../alerts/alert-rules-support.ts';
import type { Drawn } from '../draw-dashboard.tsx';
import { askedOf } from '../draw-dashboard.tsx';
import { button, buttons } from '../overlay/overlay-support.ts';

const IMAGE = 'https://images.example/one.png';
const form = () => within(document.querySelector('.test-form') as HTMLElement);
const write = (label: string, value: string, at = 0) =>
  fireEvent.change(form().getAllByLabelText(label)[at] as HTMLElement, { target: { value } });
const choose = (kind: string) => fireEvent.click(form().getByLabelText(kind));

function played(page: Drawn) {
  fireEvent.click(button('Send test'));
  return testPlaySchema.parse(askedOf(page, 'test-event.play').at(-1));
}

describe('lists of the test form', () => {
  it('take badges, and let them go again', async () => {
    const page = await drawRules([]);
    fireEvent.click(button('Add: Badges'));
    write('Badge name', '<b>VIP</b>', 1);
    write('Image address', IMAGE, 1);
    expect(played(page).data).toMatchObject({
      badges: [
        { name: 'Subscriber', imageUrl: null },
        { name: '<b>VIP</b>', imageUrl: IMAGE },
      ],
    });
    fireEvent.click(button('Remove: Badges 1'));
    expect(form().getAllByLabelText('Badge name')).toHaveLength(1);
    fireEvent.click(button('Add: Badges'));
    fireEvent.click(button('Remove all: Badges'));
    expect(form().queryByLabelText('Badge name')).toBeNull();
    await page.core((bridge) => bridge.last.answer({ seq: 1 }));
    fireEvent.click(document.querySelector('.test-form .rule-test button') as HTMLElement);
    expect(askedOf(page, 'test-event.play').at(-1)).toMatchObject({ data: { badges: [] } });
  });

  it('put an emoji into the message by its code', async () => {
    await drawRules([]);
    fireEvent.click(button('Add: Emojis'));
    write('Image address', IMAGE, 1);
    write('Message', 'Hi :stagelight-hi:!');
    expect(previewIn('.test-form').querySelector(`img[src="${IMAGE}"]`)).not.toBeNull();
    expect(form().getByText(/Put the code in the message/)).toBeInTheDocument();
  });

  it('send cheering items with their numbers, and none without', async () => {
    const page = await drawRules([]);
    fireEvent.click(button('Add: Cheering items'));
    write('Quantity', '3');
    write('Beams each', '50');
    write('Type', 'star');
    write('Skin', 'gold');
    expect(played(page).data).toMatchObject({
      cheeringItems: [{ cnt: 3, amount: 50, type: 'star', skinType: 'gold', imageUrl: null }],
    });
    write('Quantity', '');
    expect(document.querySelector('.test-form .rule-test button')).toBeDisabled();
  });

  it('say of an address that it is left out', async () => {
    const page = await drawRules([]);
    choose('Drops');
    write('Reward image address', 'http://images.example/one.png');
    expect(form().getByText(/not an https image address/)).toBeVisible();
    write('Reward image address', IMAGE);
    expect(form().queryByText(/not an https image address/)).toBeNull();
    expect(played(page).data).toMatchObject({ rewardImageUrl: IMAGE });
  });

  it('draw a few of a thousand and send them all', async () => {
    const page = await drawRules([]);
    choose('Chat');
    fireEvent.click(button('A thousand badges'));
    expect(form().getAllByLabelText('Badge name')).toHaveLength(8);
    expect(form().getAllByText('992 more are sent too.')).toHaveLength(2);
    expect(buttons('Add: Badges')[0]).toBeDisabled();
    expect(played(page).data).toMatchObject({ badges: { length: 1_000 } });
  });

  it('fill broken images into every place for one', async () => {
    const page = await drawRules([]);
    fireEvent.click(button('Broken images'));
    const { data } = played(page);
    expect(JSON.stringify(data)).toContain('javascript:alert(1)');
    expect(data).toMatchObject({ badges: { length: 8 }, emojis: { length: 8 } });
    const drawn = [...previewIn('.test-form').querySelectorAll('img')];
    expect(drawn.length).toBeGreaterThan(0);
    expect(drawn.filter(({ src }) => !src.startsWith('https:'))).toEqual([]);
  });
});

describe('the test of a chat', () => {
  it('has a role', async () => {
    const page = await drawRules([]);
    choose('Chat');
    write('Role', 'manager');
    expect(played(page)).toMatchObject({ kind: 'CHAT', data: { senderRole: 'manager' } });
  });
});
