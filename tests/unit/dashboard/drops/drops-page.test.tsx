import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { NOW, PROBLEM, PROBLEM_TEXT } from '../support.ts';
import { campaign, claim, drawDrops, HOUR, job, region } from './drops-support.tsx';

describe('the campaigns', () => {
  it('say what will appear while there are none', async () => {
    await drawDrops({ campaigns: [], campaignCount: 0 });
    expect(region('캠페인').textContent).toContain('이 애플리케이션에는 드롭스 캠페인이 없어요.');
  });

  it.each([
    ['DRAFT', '작성 중', 'Draft'],
    ['PENDING', '심사 중', 'In review'],
    ['APPROVED', '승인됨', 'Approved'],
    ['ACTIVE', '진행 중', 'Running'],
    ['PAUSED', '일시정지', 'Paused'],
    ['CLAIMABLE', '수령 기간', 'Claimable'],
    ['COMPLETED', '종료', 'Ended'],
    ['CANCELLED', '취소됨', 'Canceled'],
    ['REJECTED', '반려됨', 'Rejected'],
    ['SOMETHING_NEW', 'SOMETHING_NEW', 'SOMETHING_NEW'],
  ])('name the state %s', async (state, ko, en) => {
    await drawDrops({ campaigns: [campaign({ state })] });
    expect(within(region('캠페인')).getByText(ko)).toBeTruthy();
    cleanup();
    await drawDrops({ campaigns: [campaign({ state })] }, 'en');
    expect(within(region('Campaigns')).getByText(en)).toBeTruthy();
  });

  it.each([
    [48 * HOUR, '수령 기한까지 2일', 'tone-neutral'],
    [5 * HOUR, '수령 기한까지 5시간', 'tone-warn'],
    [90_000, '수령 기한까지 1분 30초', 'tone-error'],
    [-1, '기한 지남', 'tone-neutral'],
  ])('count down to the deadline: %i ms', async (left, words, tone) => {
    await drawDrops({ campaigns: [campaign({ claimAvailableAt: NOW + left + 50 })] });
    const said = within(region('캠페인')).getByText(words);
    expect(said.closest('.drops-deadline')?.classList.contains(tone)).toBe(true);
  });

  it('go on counting', async () => {
    const { pass } = await drawDrops({ campaigns: [campaign({ claimAvailableAt: NOW + 90_050 })] });
    await pass(30_000);
    expect(within(region('캠페인')).getByText('수령 기한까지 1분 0초')).toBeTruthy();
  });

  it('show what is unpaid by reward', async () => {
    await drawDrops();
    expect(within(region('캠페인')).getAllByText('미지급 3')).toHaveLength(2);
    expect(within(region('캠페인')).getByText('30분 시청')).toBeTruthy();
  });

  it('show their claims in the table', async () => {
    const { bridge, pass } = await drawDrops();
    fireEvent.click(screen.getByRole('button', { name: '여름 축제 지급 신청 보기' }));
    await pass(200);
    expect(bridge.lastOf('drops.claims').args).toEqual({
      campaignId: 'c1',
      source: 'kept',
      page: 0,
      size: 1_000,
    });
  });
});

describe('the watch', () => {
  it.each([
    [{ kind: 'off' }, '자동 확인이 꺼져 있어요.'],
    [{ kind: 'reading' }, '지금 확인하고 있어요.'],
    [{ kind: 'waiting', nextAt: NOW + 42_050, problem: null }, '다음 확인까지 42초'],
    [{ kind: 'waiting', nextAt: NOW - 1, problem: null }, '곧 확인해요.'],
    [{ kind: 'waiting', nextAt: NOW + 1, problem: PROBLEM }, '마지막 확인에 실패했어요.'],
    [{ kind: 'quota', until: NOW + HOUR }, '오늘의 읽기 한도를 다 써서 멈췄어요.'],
    [{ kind: 'limited', until: NOW + 20 * 60_000 }, '플랫폼이 지금은 읽기를 거절하고 있어요.'],
    [
      { kind: 'limited', until: NOW + 20 * 60_000 },
      '20분 0초 뒤에 작은 요청 하나로 다시 시도해요.',
    ],
  ] as const)('says %o', async (watch, words) => {
    await drawDrops({ watch });
    expect(region('미지급 확인').textContent).toContain(words);
  });

  it('says how many entries could not be read, and nothing where all could', async () => {
    const { desk } = await drawDrops({ damaged: 0 });
    expect(region('미지급 확인').textContent).not.toContain('읽을 수 없는');
    await desk({ damaged: 3 });
    expect(region('미지급 확인').textContent).toContain('읽을 수 없는 항목 3개가 빠졌어요.');
  });

  it('looks when it is told to, and says why it could not', async () => {
    const { bridge } = await drawDrops();
    fireEvent.click(screen.getByRole('button', { name: '지금 확인' }));
    expect(bridge.last.name).toBe('drops.refresh');
    await act(async () => bridge.last.refuse());
    expect(within(region('미지급 확인')).getByRole('alert').textContent).toContain(
      PROBLEM_TEXT.what.ko,
    );
  });

  it('counts the day’s calls, and shows an amount only where one is known', async () => {
    const { desk } = await drawDrops();
    const watch = region('미지급 확인');
    expect(watch.textContent).toContain('오늘 12번');
    expect(watch.textContent).toContain('하루 한도는 공개되어 있지 않아요.');
    expect(within(watch).queryByRole('progressbar')).toBeNull();
    await desk({
      quota: {
        read: { used: 300, refused: true, seenLimit: 300 },
        write: { used: 0, refused: false, seenLimit: null },
        resetsAt: NOW + HOUR,
      },
    });
    expect(watch.textContent).toContain('300 / 300번');
    expect(watch.textContent).toContain('한도를 다 썼어요');
    expect(within(watch).getByRole('progressbar')).toBeTruthy();
  });

  it('sets one thing and leaves the rest', async () => {
    const { bridge } = await drawDrops();
    fireEvent.click(screen.getByRole('switch', { name: /자동 확인$/ }));
    expect(bridge.last).toMatchObject({ name: 'drops.settings', args: { watch: false } });
  });
});

describe('a claim deadline', () => {
  it('goes by the platform’s clock where the computer’s is another', async () => {
    const ending = { campaigns: [campaign({ claimAvailableAt: NOW + HOUR / 2 })] };
    const { desk } = await drawDrops(ending);
    expect(region('캠페인').textContent).toContain('기한까지');
    await desk({ ...ending, platformAheadMs: HOUR });
    expect(region('캠페인').textContent).toContain('기한 지남');
  });
});

describe('what wants a look first', () => {
  it('is not there while nothing does', async () => {
    await drawDrops();
    expect(screen.queryByRole('region', { name: '먼저 볼 신청' })).toBeNull();
  });

  it('stands below the claims, which lead to it: stuck, then past the deadline', async () => {
    const { container } = await drawDrops({
      late: [claim(1)],
      lateCount: 41,
      stuck: [claim(2)],
      stuckCount: 1,
    });
    expect(container.querySelector('.drops .card h2')?.textContent).toBe('지급 신청');
    const first = region('먼저 볼 신청');
    expect(first.querySelectorAll('h3')[0]?.textContent).toBe('지급 지연');
    expect(first.querySelectorAll('h3')[1]?.textContent).toBe('수령 기한이 지난 미지급');
    fireEvent.click(screen.getByRole('button', { name: '먼저 볼 신청 42건' }));
    expect(first).toHaveFocus();
    expect(first.textContent).toContain('42건');
  });

  it('can be put away as far as nothing can be changed, and taken back', async () => {
    const { bridge, desk, pass } = await drawDrops({ late: [claim(1)], lateCount: 1 });
    fireEvent.click(within(region('먼저 볼 신청')).getByRole('button', { name: '정리하기' }));
    expect(bridge.lastOf('drops.put-away').args).toEqual({ on: true });
    await act(async () => bridge.lastOf('drops.put-away').answer(null));
    await desk({ putAwayCount: 1 });
    expect(screen.queryByRole('region', { name: '먼저 볼 신청' })).toBeNull();
    const claims = within(region('지급 신청'));
    expect(claims.getByText('정리한 신청 1건')).toBeVisible();
    fireEvent.click(claims.getByRole('button', { name: '목록에 보이기' }));
    await pass(200);
    expect(bridge.lastOf('drops.claims').args).toMatchObject({ putAway: true });
    fireEvent.click(claims.getByRole('button', { name: '정리 취소' }));
    expect(bridge.lastOf('drops.put-away').args).toEqual({ on: false });
  });

  it('offers to choose the stuck ones, and not those that cannot be changed', async () => {
    await drawDrops({ late: [claim(1)], lateCount: 1, stuck: [claim(2), claim(3)], stuckCount: 2 });
    fireEvent.click(within(region('먼저 볼 신청')).getByRole('button', { name: '이 목록 선택' }));
    expect(screen.getByText('2건 선택됨')).toBeTruthy();
  });
});

describe('a job', () => {
  it.each(['after', 'before'])(
    'is led to from where it was begun, where that is asked for %s its first news',
    async (when) => {
      const { bridge, kept, desk } = await drawDrops();
      const press = (name: string, place: HTMLElement) =>
        fireEvent.click(within(place).getByRole('button', { name, hidden: true }));
      await kept([claim(1), claim(2)]);
      fireEvent.click(screen.getByRole('checkbox', { name: '이 페이지 모두 선택' }));
      press('2건 지급 완료로 표시', region('지급 신청'));
      press('2건 지급 완료로 표시', screen.getByRole('dialog', { hidden: true }));
      await act(async () => bridge.lastOf('drops.pay').answer({ jobId: 7, count: 2 }));
      const jobs = [job({ jobId: 7, total: 2 })];
      if (when === 'after') await desk({ jobs });
      press('지급 작업 보기', region('지급 신청'));
      if (when === 'before') {
        expect(screen.getByRole('button', { name: '지급 작업 보기' })).toHaveFocus();
        await desk({ jobs });
      }
      expect(region('지급 작업')).toHaveFocus();
      expect(screen.queryByRole('button', { name: '지급 작업 보기' })).toBeNull();
    },
  );

  it('shows how far it is, and can be stopped', async () => {
    const { bridge } = await drawDrops({ jobs: [job()] });
    const jobs = region('지급 작업');
    expect(jobs.textContent).toContain('300 / 1,000건');
    expect((within(jobs).getByRole('progressbar') as HTMLProgressElement).value).toBe(300);
    fireEvent.click(within(jobs).getByRole('button', { name: /^멈추기/ }));
    expect(bridge.last).toMatchObject({ name: 'drops.cancel', args: { jobId: 7 } });
  });

  it('that stopped with unknown results says so once, with the reason, and goes on', async () => {
    const { bridge } = await drawDrops({
      jobs: [job({ phase: 'stopped', waiting: 800, unknown: 100, problem: PROBLEM })],
    });
    const jobs = region('지급 작업');
    expect(jobs.textContent).toContain(PROBLEM_TEXT.what.ko);
    expect(jobs.textContent).toContain('남은 800건은 아직 보내지 않았어요.');
    expect(jobs.textContent).toContain('보낸 100건의 결과를 알 수 없어요.');
    expect(jobs.textContent).not.toContain(PROBLEM_TEXT.cure.ko);
    expect(within(jobs).getAllByRole('status')).toHaveLength(1);
    fireEvent.click(within(jobs).getByRole('button', { name: /^확인하고 이어서 하기/ }));
    expect(bridge.last).toMatchObject({ name: 'drops.resume', args: { jobId: 7 } });
    await act(async () => bridge.last.refuse());
    expect(within(jobs).getByRole('alert').textContent).toContain(PROBLEM_TEXT.what.ko);
  });

  it.each([
    ['SUCCESS', '바뀜'],
    ['SEEN', '이미 바뀌어 있음'],
    ['INVALID_ID', '잘못된 ID'],
    ['NOT_FOUND', '찾을 수 없음'],
    ['UNAUTHORIZED', '계정 연결 끊김'],
    ['UPDATE_FAILED', '바꾸지 못함'],
    ['ON_HOLD', 'ON_HOLD'],
  ])('explains %s by name, and shows its claims', async (status, name) => {
    const told = {
      explanation: { key: 'drops.result-NOT_FOUND' },
      action: { key: 'drops.next-discard' },
    } as const;
    const outcome = { status, count: 4, ...told };
    const { bridge, pass } = await drawDrops({
      jobs: [job({ phase: 'done', waiting: 0, outcomes: [outcome] })],
    });
    const jobs = region('지급 작업');
    expect(within(jobs).getAllByText(name).length).toBeGreaterThan(0);
    expect(jobs.textContent).toContain(
      '없는 지급 신청이거나 이 애플리케이션의 것이 아니에요. 기록해 두고 다시 보내지 마세요.',
    );
    expect(within(jobs).queryByRole('button', { name: /^이어서 하기/ })).toBeNull();
    fireEvent.click(within(jobs).getByRole('button', { name: `${name} 신청 보기` }));
    expect(bridge.last).toMatchObject({ name: 'drops.job-claims', args: { jobId: 7, status } });
    await act(async () => bridge.last.answer({ claimIds: ['1', '2'] }));
    await pass(200);
    expect(bridge.lastOf('drops.claims').args).toMatchObject({ claimIds: ['1', '2'] });
  });

  it('that is over is taken off the list', async () => {
    const { bridge } = await drawDrops({ jobs: [job({ phase: 'done', waiting: 0 })] });
    fireEvent.click(within(region('지급 작업')).getByRole('button', { name: /^목록에서 지우기/ }));
    expect(bridge.last).toMatchObject({ name: 'drops.dismiss-job', args: { jobId: 7 } });
  });
});

describe('while the app cannot be reached', () => {
  it('everything stays to be read, and nothing can be asked for', async () => {
    const { core } = await drawDrops({ jobs: [job({ phase: 'stopped' })] });
    await core((bridge) => bridge.setReachable(false));
    expect(region('캠페인').textContent).toContain('여름 축제');
    for (const name of ['지금 확인', '플랫폼에서 새로고침', '조건에 맞는 것 모두 선택']) {
      expect((screen.getByRole('button', { name }) as HTMLButtonElement).disabled).toBe(true);
    }
    expect(
      (screen.getByRole('button', { name: /^이어서 하기/ }) as HTMLButtonElement).disabled,
    ).toBe(true);
  });
});
