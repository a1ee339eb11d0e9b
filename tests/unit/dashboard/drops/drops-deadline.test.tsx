import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Language } from '../../../../shared/locales/index.ts';
import { type HeldBridge, NOW } from '../support.ts';
import { campaign, claim, drawDrops, HOUR, region } from './drops-support.tsx';

const many = (count: number) => Array.from({ length: count }, (_, index) => claim(index + 1));
const ids = (count: number) => many(count).map(({ claimId }) => claimId);
const dialog = () => screen.getByRole('dialog', { hidden: true });

type Held = ReturnType<HeldBridge['lastOf']>;

const WORDS = {
  ko: {
    claims: '지급 신청',
    all: '조건에 맞는 것 모두 선택',
    none: '선택 해제',
    state: '상태',
    out: '수령 기한이 지난 1,234건은 제외했어요.',
    outWhy: '플랫폼은 기한이 지난 신청의 상태를 바꿔 주지 않아요.',
    pay: '3건 지급 완료로 표시',
    leave: '취소',
    asked: '이 중 2건은 수령 기한이 지났어요.',
    askedWhy: '‘바꾸지 못함’(UPDATE_FAILED)으로 돌아올 거예요.',
  },
  en: {
    claims: 'Claims',
    all: 'Select all matching',
    none: 'Clear selection',
    state: 'State',
    out: '1,234 claims past their deadline were left out.',
    outWhy: 'The platform no longer changes their state.',
    pay: 'Mark 3 as paid',
    leave: 'Cancel',
    asked: '2 of these are past their deadline.',
    askedWhy: 'they’ll come back as “Not changed” (UPDATE_FAILED).',
  },
} as const;

async function begin(language: Language) {
  const page = await drawDrops({}, language);
  await page.kept(many(3));
  const words = WORDS[language];
  const card = region(words.claims);
  const press = (name: string, inside: HTMLElement = card) =>
    fireEvent.click(within(inside).getByRole('button', { name, hidden: true }));
  const match = async (late: number, unpaid: readonly string[] = []) => {
    press(words.all);
    await act(async () =>
      page.bridge.lastOf('drops.match').answer({
        unpaid: [...unpaid],
        paid: [],
        late,
        refused: 0,
        complete: true,
      }),
    );
  };
  return { ...page, words, card, press, match };
}

describe.each(['ko', 'en'] as const)('all that fit (%s)', (language) => {
  it('says how many were left out because of their deadline, and why', async () => {
    const { card, match, words } = await begin(language);
    await match(1_234, ids(3));
    const note = within(card).getByText(words.out).closest('[role="status"]');
    expect(note?.textContent).toContain(words.outWhy);
  });

  it('says so also when nothing else fits', async () => {
    const { card, match, words } = await begin(language);
    await match(1_234);
    expect(within(card).getByText(words.out)).toBeTruthy();
    expect(within(card).queryByRole('button', { name: words.pay })).toBeNull();
  });

  it('says nothing of deadlines when nothing was left out', async () => {
    const { card, match, words } = await begin(language);
    await match(0, ids(3));
    expect(card.textContent).not.toContain(words.outWhy);
  });

  it('says it until something else is asked for, or nothing is chosen any more', async () => {
    const { card, match, press, words } = await begin(language);
    await match(1_234, ids(3));
    press(words.none);
    expect(card.textContent).not.toContain(words.outWhy);
    await match(1_234, ids(3));
    expect(card.textContent).toContain(words.outWhy);
    fireEvent.change(within(card).getByLabelText(words.state), { target: { value: '' } });
    expect(card.textContent).not.toContain(words.outWhy);
  });
});

describe.each([
  ['ko', '지난번에 플랫폼이 거절한 1,234건은 제외했어요.', /목록에서 직접 선택해/],
  ['en', '1,234 claims the platform refused last time were left out.', /select them in the list/],
] as const)('all that fit without those that were refused (%s)', (language, said, why) => {
  it('says how many they are, and that they can be chosen by hand', async () => {
    const { bridge, card, press, words } = await begin(language);
    press(words.all);
    await act(async () =>
      bridge.lastOf('drops.match').answer({
        unpaid: ids(3),
        paid: [],
        late: 0,
        refused: 1_234,
        complete: true,
      }),
    );
    const note = within(card).getByText(said).closest('[role="status"]');
    expect(note?.textContent).toMatch(why);
    press(words.none);
    expect(within(card).queryByText(said)).toBeNull();
  });
});

describe.each(['ko', 'en'] as const)('the question before claims are marked (%s)', (language) => {
  it('says how many of those that were chosen are past their deadline, and what comes of it', async () => {
    const { bridge, match, press, words } = await begin(language);
    await match(0, ids(3));
    press(words.pay);
    const asked = bridge.lastOf('drops.late');
    expect(asked.args).toEqual({ claimIds: ids(3) });
    expect(dialog().textContent).not.toContain(words.askedWhy);
    await act(async () => asked.answer({ late: 2 }));
    expect(within(dialog()).getByText(words.asked)).toBeTruthy();
    expect(dialog().textContent).toContain(words.askedWhy);
    // They can be sent all the same.
    press(words.pay, dialog());
    expect(bridge.last.args).toEqual({ claimIds: ids(3), state: 'FULFILLED' });
  });

  it.each([
    ['none of them is', (held: Held) => held.answer({ late: 0 })],
    ['it cannot be known', (held: Held) => held.refuse()],
  ])('says nothing of it when %s', async (_what, reply) => {
    const { bridge, match, press, words } = await begin(language);
    await match(0, ids(3));
    press(words.pay);
    await act(async () => reply(bridge.lastOf('drops.late')));
    expect(dialog().textContent).not.toContain(words.askedWhy);
    press(words.pay, dialog());
    expect(bridge.last.name).toBe('drops.pay');
  });
});

describe('the table', () => {
  it('has what is past its deadline last, and marks it', async () => {
    const past = campaign({ campaignId: 'c2', claimAvailableAt: NOW - HOUR });
    const { kept } = await drawDrops({ campaigns: [campaign(), past] });
    await kept([claim(1, { campaignId: 'c2' }), claim(2)]);
    const [, first, second] = within(region('지급 신청')).getAllByRole('row');
    expect(first?.textContent).toContain(claim(2).claimId);
    expect(first?.textContent).toContain('미지급');
    expect(second?.textContent).toContain(claim(1).claimId);
    expect(second?.textContent).toContain('기한 지남');
  });
});
