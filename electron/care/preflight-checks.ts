import type { Finding } from '../../shared/control/care-desk.ts';
import type { Text } from '../../shared/locales/text.ts';
import type { LocalText, Problem } from '../../shared/problem.ts';
import type { AppStatus } from '../../shared/status.ts';
import type { PreflightChecks } from './preflight.ts';

type Found = Omit<Finding, 'id'>;

/** What a look at the token came to. */
export type TokenLook =
  | { readonly kind: 'valid' }
  /** It is there, but may not be asked about: a permission for it is missing. */
  | { readonly kind: 'unproved' }
  | { readonly kind: 'refused'; readonly problem: Problem }
  /** The platform could not be asked. */
  | { readonly kind: 'failed'; readonly problem: Problem };

export type StreamLook =
  | { readonly kind: 'set'; readonly title: string; readonly category: string | null }
  | { readonly kind: 'not-allowed' }
  | { readonly kind: 'failed'; readonly problem: Problem };

/** How long ago an overlay page was last seen, milliseconds; 0: it is now; null: never. */
export interface OverlaySeen {
  readonly inObs: number | null;
  readonly elsewhere: number | null;
}

/** What the looks before going live ask of the rest of the app. */
export interface PreflightPorts {
  readonly status: () => AppStatus;
  readonly token: () => Promise<TokenLook>;
  /** What cannot be done for want of a permission, in words. */
  readonly missing: () => readonly Text[];
  readonly overlay: () => OverlaySeen;
  readonly stream: () => Promise<StreamLook>;
  readonly freeBytes: () => Promise<number>;
  /** This clock minus the platform's, milliseconds; null: no answer has told. */
  readonly clockOffset: () => number | null;
  /** Throws when the books cannot be written. */
  readonly touchLedger: () => void;
}

export const PREFLIGHT_LIMITS = {
  /** The overlay must have been seen by then. */
  overlaySeenMs: 60_000,
  diskWarnBytes: 2_000_000_000,
  diskFailBytes: 200_000_000,
  /** A clock that is off by more shows wrong times; by much more it spoils sign-in. */
  clockWarnMs: 5_000,
  clockFailMs: 60_000,
} as const;

const ok = (what: LocalText): Found => ({ state: 'ok', what, fix: null });

/** All looks but the sound's, which asks somebody. */
export function preflightChecks(ports: PreflightPorts): PreflightChecks {
  return {
    token: async () => tokenFinding(ports.status(), await lookAtToken(ports)),
    scopes: () => scopesFinding(ports.status(), ports.missing()),
    connection: () => connectionFinding(ports.status()),
    slots: () => slotsFinding(ports.status()),
    overlay: () => overlayFinding(ports.overlay()),
    title: async () =>
      ports.status().tokens === null ? SIGNED_OUT : streamFinding(await ports.stream()),
    disk: async () => diskFinding(await ports.freeBytes()),
    clock: () => clockFinding(ports.clockOffset()),
    ledger: () => ledgerFinding(ports.touchLedger),
  };
}

const SIGNED_OUT: Found = {
  state: 'fail',
  what: { ko: '로그인이 필요해요.', en: 'You are not signed in.' },
  fix: 'sign-in',
};

async function lookAtToken(ports: PreflightPorts): Promise<TokenLook | null> {
  return ports.status().tokens === null ? null : ports.token();
}

function tokenFinding(status: AppStatus, look: TokenLook | null): Found {
  if (look === null) return SIGNED_OUT;
  switch (look.kind) {
    case 'valid': {
      const name = status.account?.channelName ?? status.account?.channelId ?? null;
      return ok(
        name === null
          ? { ko: '로그인되어 있어요.', en: 'Signed in.' }
          : { ko: `로그인되어 있어요: ${name}`, en: `Signed in: ${name}` },
      );
    }
    case 'unproved':
      return ok({
        ko: '로그인되어 있어요. 계정 보기 권한이 없어서 플랫폼에 확인하지는 못했어요.',
        en: 'Signed in; without permission to read the account the platform was not asked.',
      });
    case 'refused':
      return { state: 'fail', what: look.problem.what, fix: 'sign-in' };
    case 'failed':
      return { state: 'unknown', what: look.problem.what, fix: 'check-again' };
  }
}

function scopesFinding(status: AppStatus, missing: readonly Text[]): Found {
  if (status.tokens === null) return SIGNED_OUT;
  if (missing.length === 0) {
    return ok({ ko: '모든 권한이 허용되어 있어요.', en: 'Every permission is granted.' });
  }
  return {
    // Without these something of the show itself is not received.
    state: status.scopes.missing.length > 0 ? 'fail' : 'warn',
    what: { key: 'preflight.scopes-missing', values: { missing } },
    fix: 'grant',
  };
}

function connectionFinding({ connection, tokens }: AppStatus): Found {
  // Whatever is being tried: without a login it cannot come to anything.
  if (tokens === null && connection.state !== 'live') return SIGNED_OUT;
  switch (connection.state) {
    case 'live':
      return ok({ ko: '이벤트를 받고 있어요.', en: 'Events are being received.' });
    case 'signed-out':
    case 'signing-in':
      return SIGNED_OUT;
    case 'starting':
    case 'connecting':
    case 'reconnecting':
      return {
        state: 'warn',
        what: { ko: '연결하는 중이에요.', en: 'It is being connected.' },
        fix: 'reconnect',
      };
    case 'stopped':
      return {
        state: 'fail',
        what: { ko: '이벤트를 받고 있지 않아요.', en: 'Nothing is being received.' },
        fix: 'reconnect',
      };
  }
}

function slotsFinding({ session }: AppStatus): Found {
  const used = session?.slotsUsed ?? null;
  if (session === null || used === null) {
    return {
      state: 'unknown',
      what: { ko: '세션 수를 아직 몰라요.', en: 'The number of sessions is not known yet.' },
      fix: 'reconnect',
    };
  }
  const max = session.slotsMax;
  if (used < max) {
    return ok({
      ko: `세션 ${max}개 중 ${used}개를 쓰고 있어요.`,
      en: `${used} of ${max} sessions are in use.`,
    });
  }
  return {
    state: 'warn',
    what: {
      ko: `세션 ${max}개를 모두 쓰고 있어요. 12시간이 넘는 방송에서는 잠깐 끊길 수 있어요. 이 채널로 연결된 다른 프로그램을 꺼 주세요.`,
      en: `All ${max} sessions are in use. A broadcast over 12 hours may have a short gap: end other programs that are connected to this channel.`,
    },
    fix: 'open-connection',
  };
}

function overlayFinding({ inObs, elsewhere }: OverlaySeen): Found {
  const recent = (ago: number | null): boolean =>
    ago !== null && ago <= PREFLIGHT_LIMITS.overlaySeenMs;
  if (recent(inObs)) {
    return ok({ ko: 'OBS에 오버레이가 보여요.', en: 'The overlay is visible in OBS.' });
  }
  if (recent(elsewhere)) {
    return {
      state: 'warn',
      what: {
        ko: '오버레이가 보이지만 OBS는 아니에요. OBS로 방송한다면 브라우저 소스에 주소를 넣어 주세요.',
        en: 'The overlay is visible, but not in OBS. If you stream with OBS, put its address into a browser source.',
      },
      fix: 'copy-overlay',
    };
  }
  return {
    state: 'fail',
    what:
      inObs === null
        ? {
            ko: 'OBS에서 오버레이가 아직 열리지 않았어요. 브라우저 소스에 주소를 넣어 주세요.',
            en: 'The overlay has not been opened in OBS. Put its address into a browser source.',
          }
        : {
            ko: 'OBS의 오버레이가 지금 보이지 않아요. 장면에서 소스를 켜 주세요.',
            en: 'The overlay in OBS cannot be seen now. Show the source in your scene.',
          },
    fix: 'copy-overlay',
  };
}

function streamFinding(look: StreamLook): Found {
  switch (look.kind) {
    case 'not-allowed':
      return {
        state: 'unknown',
        what: {
          ko: '방송 설정을 볼 권한이 없어서 제목과 카테고리를 확인하지 못했어요.',
          en: 'Without permission to read the stream settings, title and category were not looked at.',
        },
        fix: 'grant',
      };
    case 'failed':
      return { state: 'unknown', what: look.problem.what, fix: 'check-again' };
    case 'set':
      return setFinding(look.title.trim(), look.category?.trim() ?? '');
  }
}

function setFinding(title: string, category: string): Found {
  if (title === '') {
    return {
      state: 'fail',
      what: { ko: '방송 제목이 비어 있어요.', en: 'The broadcast has no title.' },
      fix: 'open-stream',
    };
  }
  if (category === '') {
    return {
      state: 'warn',
      what: {
        ko: `카테고리가 정해지지 않았어요. 제목: ${title}`,
        en: `No category is set. Title: ${title}`,
      },
      fix: 'open-stream',
    };
  }
  return ok({ ko: `${title} · ${category}`, en: `${title} · ${category}` });
}

function diskFinding(freeBytes: number): Found {
  const { diskFailBytes, diskWarnBytes } = PREFLIGHT_LIMITS;
  const free = sizeOf(freeBytes);
  if (freeBytes >= diskWarnBytes) {
    return ok({ ko: `디스크에 ${free} 남았어요.`, en: `${free} left on the disk.` });
  }
  return {
    state: freeBytes < diskFailBytes ? 'fail' : 'warn',
    what: {
      ko: `디스크에 ${free}밖에 남지 않았어요. 녹화 파일처럼 큰 파일을 정리해 주세요.`,
      en: `Only ${free} left on the disk. Remove large files, such as old recordings.`,
    },
    fix: 'open-folder',
  };
}

/** As disks are sold: a gigabyte is a thousand megabytes. */
function sizeOf(bytes: number): string {
  return bytes >= 1_000_000_000
    ? `${(bytes / 1_000_000_000).toFixed(1)} GB`
    : `${Math.floor(bytes / 1_000_000)} MB`;
}

function clockFinding(offsetMs: number | null): Found {
  if (offsetMs === null) {
    return {
      state: 'unknown',
      what: {
        ko: '플랫폼의 시각을 아직 몰라요.',
        en: 'The time of the platform is not known yet.',
      },
      fix: 'check-again',
    };
  }
  const off = Math.abs(offsetMs);
  const seconds = Math.round(off / 1_000);
  if (off < PREFLIGHT_LIMITS.clockWarnMs) {
    return ok({ ko: '컴퓨터 시계가 맞아요.', en: "The computer's clock is right." });
  }
  const [ko, en] = offsetMs > 0 ? ['빨라요', 'ahead'] : ['느려요', 'behind'];
  return {
    state: off >= PREFLIGHT_LIMITS.clockFailMs ? 'fail' : 'warn',
    what: {
      ko: `컴퓨터 시계가 ${seconds}초 ${ko}. 시스템 설정에서 시간을 자동으로 맞춰 주세요.`,
      en: `The computer's clock is ${seconds} s ${en}. Let the system set the time automatically.`,
    },
    fix: 'check-again',
  };
}

function ledgerFinding(touch: () => void): Found {
  try {
    touch();
    return ok({ ko: '기록을 저장할 수 있어요.', en: 'Records can be written.' });
  } catch {
    return {
      state: 'fail',
      what: {
        ko: '후원과 구독을 기록하지 못하고 있어요. 디스크 공간과 데이터 폴더의 권한을 확인해 주세요.',
        en: 'Donations and subscriptions cannot be recorded. Check the disk and the rights of the data folder.',
      },
      fix: 'open-folder',
    };
  }
}
