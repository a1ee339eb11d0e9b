import type { Language } from '../../../shared/locales/index.ts';
import type { LocalText } from '../../../shared/problem.ts';
import type { TrayStatus } from './tray-status.ts';

/** Longest name of a channel that a menu or tooltip shows, in characters. */
const LONGEST_NAME = 40;

const STATES: Readonly<Record<TrayStatus['connection'], LocalText>> = {
  'not-set-up': { ko: '아직 연결하지 않았어요', en: 'Not connected yet' },
  starting: { ko: '준비 중', en: 'Starting' },
  'signed-out': { ko: '로그아웃됨', en: 'Signed out' },
  'signing-in': { ko: '로그인 중', en: 'Signing in' },
  connecting: { ko: '연결 중', en: 'Connecting' },
  live: { ko: '실시간 수신 중', en: 'Live' },
  reconnecting: { ko: '다시 연결 중', en: 'Reconnecting' },
  stopped: { ko: '멈춤', en: 'Stopped' },
  'keeping-sign-in': {
    ko: '로그인 정보를 저장한 뒤 종료해요 (최대 10초)',
    en: 'Saving your sign-in before quitting (up to 10 seconds)',
  },
};

export const APP_NAME = 'Stagelight';

export const WORDS = {
  demo: { ko: '데모', en: 'Demo' },
  paused: { ko: '알림 일시정지됨', en: 'Alerts paused' },
  showDashboard: { ko: '대시보드 열기', en: 'Show dashboard' },
  overlayShown: { ko: '오버레이 창 보이기', en: 'Show overlay window' },
  overlayLocked: { ko: '오버레이 창 잠그기', en: 'Lock overlay window' },
  hideAlerts: { ko: '지금 알림 모두 숨기기', en: 'Hide all alerts now' },
  pauseAlerts: { ko: '알림 일시정지', en: 'Pause alerts' },
  resumeAlerts: { ko: '알림 다시 시작', en: 'Resume alerts' },
  skipAlert: { ko: '이 알림 건너뛰기', en: 'Skip alert' },
  copyAddress: { ko: '브라우저 소스 주소 복사', en: 'Copy browser-source address' },
  settings: { ko: '설정…', en: 'Settings…' },
  quit: { ko: 'Stagelight 종료', en: 'Quit Stagelight' },
  about: { ko: 'Stagelight 정보', en: 'About Stagelight' },
  file: { ko: '파일(&F)', en: '&File' },
  edit: { ko: '편집(&E)', en: '&Edit' },
  view: { ko: '보기(&V)', en: '&View' },
  window: { ko: '윈도우', en: 'Window' },
  help: { ko: '도움말(&H)', en: '&Help' },
  close: { ko: '창 닫기', en: 'Close window' },
  undo: { ko: '실행 취소', en: 'Undo' },
  redo: { ko: '다시 실행', en: 'Redo' },
  cut: { ko: '잘라내기', en: 'Cut' },
  copy: { ko: '복사', en: 'Copy' },
  paste: { ko: '붙여넣기', en: 'Paste' },
  delete: { ko: '삭제', en: 'Delete' },
  selectAll: { ko: '모두 선택', en: 'Select all' },
  resetZoom: { ko: '원래 크기', en: 'Actual size' },
  zoomIn: { ko: '확대', en: 'Zoom in' },
  zoomOut: { ko: '축소', en: 'Zoom out' },
  fullScreen: { ko: '전체 화면', en: 'Full screen' },
  reload: { ko: '새로고침', en: 'Reload' },
  developerTools: { ko: '개발자 도구', en: 'Developer tools' },
  minimize: { ko: '최소화', en: 'Minimize' },
  zoomWindow: { ko: '확대/축소', en: 'Zoom' },
  front: { ko: '모두 앞으로 가져오기', en: 'Bring all to front' },
  services: { ko: '서비스', en: 'Services' },
  hide: { ko: 'Stagelight 가리기', en: 'Hide Stagelight' },
  hideOthers: { ko: '기타 가리기', en: 'Hide others' },
  unhide: { ko: '모두 보기', en: 'Show all' },
} as const satisfies Readonly<Record<string, LocalText>>;

function waitingText(count: number, language: Language): string {
  const number = count.toLocaleString(language);
  if (language === 'ko') return `알림 ${number}개 대기 중`;
  const isOne = new Intl.PluralRules('en').select(count) === 'one';
  return isOne ? `${number} alert waiting` : `${number} alerts waiting`;
}

/** A name on one line, cut with an ellipsis, without what would turn its surroundings around. */
function shortName(name: string): string {
  const line = name.replace(/[\p{Cc}\p{Bidi_Control}]+/gu, ' ').trim();
  const characters = [...new Intl.Segmenter().segment(line)].map(({ segment }) => segment);
  if (characters.length <= LONGEST_NAME) return line;
  return `${characters.slice(0, LONGEST_NAME - 1).join('')}…`;
}

/** What the app is doing, and for whom: separate facts, in this order. */
function stateFacts(status: TrayStatus, language: Language): string[] {
  const state = STATES[status.connection][language];
  const account = status.account === null ? '' : shortName(status.account);
  return [status.demo ? WORDS.demo[language] : '', state, account].filter((fact) => fact !== '');
}

/** First line of the tray's menu; not escaped for menus. */
export function stateLine(status: TrayStatus, language: Language): string {
  return stateFacts(status, language).join(' · ');
}

/** What the mouse over the tray icon says, in words that a screen reader can read. */
export function trayTooltip(status: TrayStatus, language: Language): string {
  const facts = [APP_NAME, ...stateFacts(status, language)];
  if (status.waitingAlerts > 0) facts.push(waitingText(status.waitingAlerts, language));
  if (status.alertsPaused) facts.push(WORDS.paused[language]);
  return facts.join(' · ');
}
