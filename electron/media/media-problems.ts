import type { Problem } from '../../shared/problem.ts';

/** Names in a notice at most. */
const NAMED = 3;

function listed(names: readonly string[], language: 'ko' | 'en'): string {
  const shown = names.slice(0, NAMED).map((name) => `‘${name}’`);
  const more = names.length - shown.length;
  if (more === 0) return shown.join(', ');
  return `${shown.join(', ')} ${language === 'ko' ? `외 ${more}개` : `and ${more} more`}`;
}

/** Files of the library are missing or changed; pages show the default instead. */
export function mediaBroken(names: readonly string[]): Problem {
  return {
    code: 'media-broken',
    what: {
      ko: `미디어 보관함의 파일이 없어졌거나 바뀌었어요: ${listed(names, 'ko')}. 방송에는 기본 모양과 소리가 나와요.`,
      en: `Files of the media library are missing or changed: ${listed(names, 'en')}. The default is shown or played instead.`,
    },
    cure: {
      ko: '같은 파일을 다시 넣으면 고쳐져요. 필요 없다면 보관함에서 지워 주세요.',
      en: 'Add the same file again to mend it, or remove it from the library.',
    },
  };
}

/** Rules or the theme name files that the library does not have. */
export function mediaMissing(count: number): Problem {
  return {
    code: 'media-missing',
    what: {
      ko: `알림 규칙이나 테마가 보관함에 없는 파일 ${count}개를 쓰고 있어요. 방송에는 기본 모양과 소리가 나와요.`,
      en: `Alert rules or the theme use ${count === 1 ? 'a file' : `${count} files`} that the media library does not have. The default is shown or played instead.`,
    },
    cure: {
      ko: '파일을 다시 넣거나 규칙과 테마에서 다른 파일을 골라 주세요.',
      en: 'Add the file again, or choose another one in the rules and the theme.',
    },
  };
}

/** The list of the library could not be read and was made anew from the files. */
export function mediaIndexRebuilt(keptAs: string): Problem {
  return {
    code: 'media-index-rebuilt',
    what: {
      ko: `미디어 보관함의 목록이 손상돼서 파일을 보고 다시 만들었어요. 옛 목록은 ‘${keptAs}’(으)로 남겨 뒀어요.`,
      en: `The media library's list was damaged and was made again from the files; the old one was kept as “${keptAs}”.`,
    },
    cure: {
      ko: '파일 이름이 바뀌어 보일 수 있지만 규칙과 테마는 그대로 쓸 수 있어요.',
      en: 'Names may look different; rules and themes work as before.',
    },
  };
}
