import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { PayoutJob } from '../../../../shared/contract/drops.ts';
import { desktopWith } from '../desktop/app-fixtures.ts';
import { PROBLEM, PROBLEM_TEXT } from '../support.ts';
import { claim, drawDrops, job, region } from './drops-support.tsx';

const claims = () => region('지급 신청');
const many = (count: number) => Array.from({ length: count }, (_, index) => claim(index + 1));
const pick = (number: number) =>
  fireEvent.click(screen.getByRole('checkbox', { name: `${claim(number).claimId} 선택` }));
const dialog = () => screen.getByRole('dialog', { hidden: true });
const press = (name: string | RegExp, within_: HTMLElement = claims()) =>
  fireEvent.click(within(within_).getByRole('button', { name, hidden: true }));

describe('the table of claims', () => {
  it('shows the unpaid ones the app knows, without a call of the platform', async () => {
    const { bridge, kept } = await drawDrops();
    await kept([claim(1)]);
    const asked = bridge.asked.filter(({ name }) => name === 'drops.claims');
    expect(asked.map(({ args }) => args)).toEqual([
      { fulfillmentState: 'CLAIMED', source: 'kept', page: 0, size: 1_000 },
    ]);
    expect(claims().textContent).toContain('은빛 돛');
    expect(claims().textContent).toContain('마지막 확인 내용');
  });

  it('holds a row for what is in sight only, and counts all', async () => {
    const { kept } = await drawDrops();
    await kept(many(1_000));
    const table = within(claims()).getByRole('table');
    expect(table.getAttribute('aria-rowcount')).toBe('1001');
    const rows = within(table).getAllByRole('row').length;
    expect(rows).toBeGreaterThan(8);
    expect(rows).toBeLessThan(60);
  });

  it('calls viewers by name: the known ones at once, others when they are looked up', async () => {
    const { bridge, kept, pass } = await drawDrops();
    await kept([claim(1), claim(2, { channelId: 'abcdefghijkl' })], false, { viewer1: '별이' });
    expect(claims().textContent).toContain('별이viewer1');
    expect(claims().textContent).toContain('abcdefghijkl');
    await pass(50);
    expect(bridge.lastOf('people.faces').args).toEqual({ channelIds: ['abcdefghijkl'] });
    const names = { abcdefghijkl: '초코우유' };
    await act(async () => bridge.lastOf('people.faces').answer({ faces: {}, names }));
    expect(claims().textContent).toContain('초코우유abcdefgh');
    expect(claims().textContent).not.toContain('abcdefghi');
    const [box] = within(claims())
      .getAllByRole('checkbox', { name: / 선택$/ })
      .slice(2);
    box?.focus();
    fireEvent.keyDown(box as HTMLElement, { key: 'ArrowRight' });
    expect(screen.getByRole('button', { name: '초코우유 채널 ID 복사' })).toHaveFocus();
  });

  it('says what will appear while there is none', async () => {
    const { kept } = await drawDrops();
    await kept([]);
    expect(claims().textContent).toContain('조건에 맞는 지급 신청이 없어요.');
  });

  it('asks by every filter there is', async () => {
    const { bridge, pass } = await drawDrops();
    const set = (label: string, value: string) =>
      fireEvent.change(within(claims()).getByLabelText(label), { target: { value } });
    set('캠페인', 'c1');
    set('보상', 'r1');
    set('상태', 'FULFILLED');
    set('시청자 채널 ID', ' viewer1 ');
    set('카테고리 ID', 'game');
    set('지급 신청 ID', '1, 2\n2;3');
    set('페이지당 개수', '100');
    await pass(200);
    const query = {
      campaignId: 'c1',
      rewardId: 'r1',
      fulfillmentState: 'FULFILLED',
      channelId: 'viewer1',
      categoryId: 'game',
      claimIds: ['1', '2', '3'],
    };
    expect(bridge.last.args).toEqual({ ...query, source: 'kept', page: 0, size: 100 });
    press('플랫폼에서 새로고침');
    expect(bridge.last.args).toEqual({ ...query, source: 'platform', page: 0, size: 100 });
  });

  it('asks nothing with more than a hundred ids, says so, and keeps what was typed', async () => {
    const { bridge, pass } = await drawDrops();
    await pass(200);
    const before = bridge.asked.length;
    const field = within(claims()).getByLabelText('지급 신청 ID') as HTMLTextAreaElement;
    const typed = many(101)
      .map(({ claimId }) => claimId)
      .join('\n');
    fireEvent.change(field, { target: { value: typed } });
    await pass(200);
    expect(bridge.asked).toHaveLength(before);
    expect(claims().textContent).toContain('ID가 101개예요. 100개까지만 입력해 주세요.');
    expect(field.value).toBe(typed);
    expect(field.getAttribute('aria-invalid')).toBe('true');
  });

  it('goes to the next page of where this one came from', async () => {
    const { bridge, kept, pass } = await drawDrops();
    await kept(many(3), true);
    press('다음 페이지');
    await pass(200);
    expect(bridge.last.args).toMatchObject({ source: 'kept', page: 1 });
    press('플랫폼에서 새로고침');
    await act(async () => bridge.last.answer({ claims: many(2), names: {}, more: true }));
    expect(claims().textContent).toMatch(/플랫폼 \d\d:\d\d:\d\d 기준/);
    press('다음 페이지');
    expect(bridge.last.args).toMatchObject({ source: 'platform', page: 1 });
  });

  it('keeps what it shows when the platform cannot be read, and says why', async () => {
    const { bridge, kept } = await drawDrops();
    await kept([claim(1)]);
    press('플랫폼에서 새로고침');
    await act(async () => bridge.last.refuse());
    expect(within(claims()).getByRole('alert').textContent).toContain(PROBLEM_TEXT.what.ko);
    expect(claims().textContent).toContain(claim(1).claimId);
  });

  it('shows what was read at the platform although the books moved meanwhile', async () => {
    const { bridge, kept, desk, pass } = await drawDrops();
    await kept([claim(1)]);
    press('플랫폼에서 새로고침');
    const reading = bridge.last;
    await desk({ revision: 2 });
    await pass(1_000);
    await pass(200);
    expect(bridge.lastOf('drops.claims')).toBe(reading);
    await act(async () => reading.answer({ claims: many(3), names: {}, more: false }));
    expect(claims().textContent).toMatch(/플랫폼 \d\d:\d\d:\d\d 기준/);
    expect(claims().textContent).toContain(claim(3).claimId);
  });

  it('lets another question take the turn of one that is read at the platform', async () => {
    const { bridge, kept, pass } = await drawDrops();
    await kept([claim(1)]);
    press('플랫폼에서 새로고침');
    const reading = bridge.last;
    fireEvent.change(within(claims()).getByLabelText('상태'), { target: { value: 'FULFILLED' } });
    await pass(200);
    await kept([claim(2, { fulfillmentState: 'FULFILLED' })]);
    await act(async () => reading.answer({ claims: many(3), names: {}, more: false }));
    expect(claims().textContent).toContain(claim(2).claimId);
    expect(claims().textContent).not.toContain(claim(3).claimId);
  });

  it('follows the books, once a second at most', async () => {
    const { bridge, kept, desk, pass } = await drawDrops();
    await kept([claim(1)]);
    const asked = () => bridge.asked.filter(({ name }) => name === 'drops.claims').length;
    const before = asked();
    for (let revision = 2; revision < 12; revision += 1) await desk({ revision });
    await pass(1_000);
    await pass(200);
    expect(asked()).toBe(before + 1);
    await kept([claim(1, { fulfillmentState: 'FULFILLED' })]);
    expect(within(within(claims()).getByRole('table')).getByText('지급 완료')).toBeTruthy();
  });

  it('reads the platform once more when marking has ended', async () => {
    const { bridge, desk, pass } = await drawDrops();
    press('플랫폼에서 새로고침');
    await act(async () => bridge.last.answer({ claims: many(2), names: {}, more: false }));
    await desk({ revision: 2, jobs: [job()] });
    await pass(2_000);
    const before = bridge.asked.length;
    await desk({ revision: 3, jobs: [job({ phase: 'done', waiting: 0 })] });
    expect(bridge.asked.slice(before).map(({ args }) => args)).toMatchObject([
      { source: 'platform', page: 0 },
    ]);
  });
});

describe('choosing and marking', () => {
  it('asks by number before it marks, and what was chosen stays when it fails', async () => {
    const { bridge, kept } = await drawDrops();
    await kept(many(3));
    pick(1);
    pick(3);
    press('2건 지급 완료로 표시');
    expect(dialog().textContent).toContain('지급 신청 2건을 지급 완료로 표시할까요?');
    expect(dialog().textContent).toContain('모두 1번 호출');
    press('2건 지급 완료로 표시', dialog());
    expect(bridge.last).toMatchObject({
      name: 'drops.pay',
      args: { claimIds: [claim(1).claimId, claim(3).claimId], state: 'FULFILLED' },
    });
    await act(async () => bridge.last.refuse());
    expect(dialog().textContent).toContain(PROBLEM_TEXT.what.ko);
    expect(screen.getByText('2건 선택됨')).toBeTruthy();
    press('2건 지급 완료로 표시', dialog());
    await act(async () => bridge.last.answer({ jobId: 1, count: 2 }));
    expect(screen.queryByRole('dialog', { hidden: true })).toBeNull();
    expect(screen.getByText('0건 선택됨')).toBeTruthy();
  });

  const told = {
    explanation: { key: 'drops.result-SUCCESS' },
    action: { key: 'drops.next-nothing' },
  } as const;
  const result = (status: string, count: number) => ({ status, count, ...told });
  it.each<[string, Partial<PayoutJob>, string, string]>([
    ['runs', { waiting: 1 }, 'tone-accent', '플랫폼에 보내고 있어요.1 / 2건'],
    [
      'is done',
      { phase: 'done', waiting: 0, outcomes: [result('SUCCESS', 1), result('SEEN', 1)] },
      'tone-live',
      '2건을 표시했어요.',
    ],
    [
      'is done in part',
      { phase: 'done', waiting: 0, outcomes: [result('SUCCESS', 1), result('NOT_FOUND', 1)] },
      'tone-warn',
      '1건을 표시했어요.1건은 바뀌지 않았어요.',
    ],
    [
      'lost an answer',
      { phase: 'stopped', waiting: 0, unknown: 2, problem: PROBLEM },
      'tone-warn',
      '보낸 2건의 결과를 알 수 없어요.',
    ],
    [
      'failed',
      { phase: 'stopped', waiting: 2, problem: PROBLEM },
      'tone-error',
      PROBLEM_TEXT.what.ko,
    ],
  ])(
    'tells where it was pressed that the job %s, and nothing else',
    async (_what, given, tone, words) => {
      const { bridge, kept, desk } = await drawDrops();
      await kept(many(2));
      fireEvent.click(screen.getByRole('checkbox', { name: '이 페이지 모두 선택' }));
      press('2건 지급 완료로 표시');
      press('2건 지급 완료로 표시', dialog());
      await act(async () => bridge.lastOf('drops.pay').answer({ jobId: 7, count: 2 }));
      await desk({ jobs: [job({ jobId: 7, total: 2, ...given })] });
      const notes = [...claims().querySelectorAll('.callout')];
      expect(notes).toHaveLength(1);
      expect(notes[0]).toHaveClass(tone);
      expect(notes[0]?.textContent).toContain(words);
      expect(screen.getByRole('button', { name: '지급 작업 보기' })).toHaveFocus();
      if (given.phase !== 'stopped') return;
      press(given.unknown ? '확인하고 이어서 하기' : '이어서 하기');
      expect(bridge.lastOf('drops.resume').args).toEqual({ jobId: 7 });
    },
  );

  it('marks nothing when the question is left', async () => {
    const { bridge, kept } = await drawDrops();
    await kept(many(1));
    pick(1);
    press('1건 지급 완료로 표시');
    press('취소', dialog());
    expect(bridge.asked.map(({ name }) => name)).not.toContain('drops.pay');
    expect(screen.getByText('1건 선택됨')).toBeTruthy();
  });

  it('keeps paid and unpaid apart', async () => {
    const { bridge, kept } = await drawDrops();
    await kept([
      claim(1),
      claim(2, { fulfillmentState: 'FULFILLED' }),
      claim(3, { fulfillmentState: 'GONE' }),
    ]);
    fireEvent.click(screen.getByRole('checkbox', { name: '이 페이지 모두 선택' }));
    expect(screen.getByText('3건 선택됨')).toBeTruthy();
    expect(screen.getByText('미지급 1 · 지급 완료 1')).toBeTruthy();
    press('1건 미지급으로 표시');
    press('1건 미지급으로 표시', dialog());
    expect(bridge.last.args).toEqual({ claimIds: [claim(2).claimId], state: 'CLAIMED' });
  });

  it('chooses the whole page and lets it go', async () => {
    const { kept } = await drawDrops();
    await kept(many(1_000));
    const all = screen.getByRole('checkbox', { name: '이 페이지 모두 선택' });
    fireEvent.click(all);
    expect(screen.getByText('1,000건 선택됨')).toBeTruthy();
    fireEvent.click(all);
    expect(screen.getByText('0건 선택됨')).toBeTruthy();
  });

  it('chooses all that fit, and says when there are more than can be marked', async () => {
    const { bridge, kept } = await drawDrops();
    await kept(many(2), true);
    press('조건에 맞는 것 모두 선택');
    expect(bridge.last).toMatchObject({
      name: 'drops.match',
      args: { fulfillmentState: 'CLAIMED', source: 'kept' },
    });
    const unpaid = many(10_000).map(({ claimId }) => claimId);
    await act(async () =>
      bridge.last.answer({ unpaid, paid: [], late: 0, refused: 0, complete: false }),
    );
    expect(screen.getByText('10,000건 선택됨')).toBeTruthy();
    expect(claims().textContent).toContain('한 번에 10,000건까지');
    press('10,000건 지급 완료로 표시');
    expect(dialog().textContent).toContain('모두 100번 호출');
  });
});

describe('a list of paid claims', () => {
  const card = () => region('지급 목록 가져오기');

  it('is read, its bad lines are named, and what was found is marked', async () => {
    const { bridge } = await drawDrops();
    const field = within(card()).getByLabelText('또는 여기에 붙여넣기') as HTMLTextAreaElement;
    fireEvent.change(field, { target: { value: 'claimId\n1\n1\n1E+17' } });
    press('읽기', card());
    expect(bridge.last).toMatchObject({ name: 'drops.import', args: { text: field.value } });
    await act(async () =>
      bridge.last.answer({
        claimIds: ['1'],
        duplicates: 1,
        bad: [{ line: 4, reason: 'rounded' }],
        badCount: 1,
      }),
    );
    expect(card().textContent).toContain('지급 신청 ID 1개를 찾았어요.');
    expect(card().textContent).toContain('겹치는 1개는 한 번만 세었어요.');
    expect(card().textContent).toContain('4번째 줄: 스프레드시트가 숫자를 반올림했어요.');
    press('1건 지급 완료로 표시', card());
    press('1건 지급 완료로 표시', dialog());
    expect(bridge.last.args).toEqual({ claimIds: ['1'], state: 'FULFILLED' });
    await act(async () => bridge.last.answer({ jobId: 1, count: 1 }));
    expect(field.value).toBe('');
  });

  it('stays in the field when it could not be read', async () => {
    const { bridge } = await drawDrops();
    const field = within(card()).getByLabelText('또는 여기에 붙여넣기') as HTMLTextAreaElement;
    fireEvent.change(field, { target: { value: '1' } });
    press('읽기', card());
    await act(async () => bridge.last.refuse());
    expect(field.value).toBe('1');
    expect(within(card()).getByRole('alert').textContent).toContain(PROBLEM_TEXT.what.ko);
  });

  it('of more than 20 MB is not even opened', async () => {
    const { bridge } = await drawDrops();
    const before = bridge.asked.length;
    const file = new File(['1'], 'claims.csv');
    const reading = vi.spyOn(file, 'text');
    Object.defineProperty(file, 'size', { value: 20_000_001, configurable: true });
    const field = within(card()).getByLabelText('CSV 파일 열기');
    await act(async () => fireEvent.change(field, { target: { files: [file] } }));
    expect(within(card()).getByRole('alert').textContent).toContain('20MB보다 커서');
    expect(reading).not.toHaveBeenCalled();
    expect(bridge.asked).toHaveLength(before);
    Object.defineProperty(file, 'size', { value: 20_000_000 });
    await act(async () => fireEvent.change(field, { target: { files: [file] } }));
    expect(within(card()).queryByRole('alert')).toBeNull();
    expect(bridge.last).toMatchObject({ name: 'drops.import', args: { text: '1' } });
  });

  it('that is too large is not sent', async () => {
    const { bridge } = await drawDrops();
    const before = bridge.asked.length;
    const field = within(card()).getByLabelText('또는 여기에 붙여넣기');
    fireEvent.change(field, { target: { value: '1'.repeat(2_000_001) } });
    expect(
      (within(card()).getByRole('button', { name: '읽기' }) as HTMLButtonElement).disabled,
    ).toBe(true);
    expect(card().textContent).toContain('목록이 너무 길어요.');
    expect(bridge.asked).toHaveLength(before);
  });
});

describe('an export', () => {
  it('is written by the app where its window can download nothing', async () => {
    const { bridge, core, kept } = await drawDrops();
    await kept(many(1));
    await core(() =>
      bridge.feeds.tell({
        type: 'feed',
        feed: 'desktop',
        value: desktopWith(),
      }),
    );
    press('CSV로 내보내기');
    expect(bridge.last).toMatchObject({
      name: 'drops.save',
      args: { fulfillmentState: 'CLAIMED', source: 'kept' },
    });
    await act(async () => bridge.last.answer({ name: 'drops-claims-1.csv', count: 12 }));
    expect(claims().textContent).toContain('12건을 파일로 저장했어요.');
    expect(claims().textContent).toContain('drops-claims-1.csv');
  });
});
