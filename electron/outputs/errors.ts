import { StagelightError } from '../base/errors.ts';

/** Another program has the port that the overlay's address names. */
export class PortInUseError extends StagelightError {
  readonly port: number;

  constructor(port: number, cause: unknown) {
    super(
      {
        code: 'port-in-use',
        what: {
          ko: `${port}번 포트를 다른 프로그램이 쓰고 있어요.`,
          en: `Port ${port} is in use by another program.`,
        },
        cure: {
          ko: '그 프로그램(이미 켜져 있는 스테이지라이트일 수도 있어요)을 끄거나 다른 포트를 골라 주세요.',
          en: 'Close that program (it may be another Stagelight), or choose another port.',
        },
      },
      { cause },
    );
    this.port = port;
  }
}

/** The system does not let us have the port, for another reason than that it is taken. */
export class PortUnavailableError extends StagelightError {
  readonly port: number;

  constructor(port: number, cause: unknown) {
    super(
      {
        code: 'port-unavailable',
        what: {
          ko: `${port}번 포트를 열 수 없어요.`,
          en: `Port ${port} cannot be opened.`,
        },
        cure: {
          ko: '1024보다 큰 다른 포트를 골라 주세요.',
          en: 'Choose another port, above 1024.',
        },
      },
      { cause },
    );
    this.port = port;
  }
}

const RELOAD_CURE = {
  ko: '대시보드를 새로 고친 뒤 다시 해 주세요.',
  en: 'Reload the dashboard and try again.',
};

/** A dashboard asked for something that only the desktop app's own window can. */
export class NotOnThisHostError extends StagelightError {
  constructor() {
    super({
      code: 'not-on-this-host',
      what: {
        ko: '이 화면에서는 할 수 없는 일이에요.',
        en: 'This cannot be done from here.',
      },
      cure: {
        ko: '스테이지라이트 앱의 창에서 해 주세요.',
        en: "Do it in Stagelight's own window.",
      },
    });
  }
}

/** It is done only for whoever sits at the computer: a code was told at the terminal. */
export class OwnerCodeNeededError extends StagelightError {
  constructor() {
    super({
      code: 'owner-code-needed',
      what: {
        ko: '이 컴퓨터 앞에 있는 사람만 할 수 있는 일이에요.',
        en: 'Only somebody at the computer can have this done.',
      },
      cure: {
        ko: 'Stagelight를 켠 터미널 창에 코드가 나왔어요. 그 코드를 입력해 주세요. 5분 동안 한 번만 쓸 수 있어요.',
        en: 'A code stands in the terminal in which Stagelight was started. Enter it here. It is good once, for five minutes.',
      },
    });
  }
}

/** The code is another one. */
export class OwnerCodeWrongError extends StagelightError {
  /** @param triesLeft 0: the code is of no use any more. */
  constructor(triesLeft: number) {
    super({
      code: triesLeft > 0 ? 'owner-code-wrong' : 'owner-code-spent',
      what: { ko: '코드가 달라요.', en: 'The code is another one.' },
      cure:
        triesLeft > 0
          ? {
              ko: `터미널 창의 코드를 다시 확인해 주세요. ${triesLeft}번 더 입력할 수 있어요.`,
              en: `Look at the code in the terminal again. Tries left: ${triesLeft}.`,
            }
          : {
              ko: '이 코드는 더 이상 쓸 수 없어요. 잠시 뒤에 처음부터 다시 해 주세요. 새 코드가 터미널 창에 나와요.',
              en: 'It is of no use any more. Begin again in a moment; the terminal shows a new code.',
            },
    });
  }
}

/** A code was told a moment ago. */
export class OwnerCodeTooSoonError extends StagelightError {
  constructor() {
    super({
      code: 'owner-code-too-soon',
      what: {
        ko: '방금 다른 코드를 터미널 창에 보여 드렸어요.',
        en: 'Another code was shown in the terminal a moment ago.',
      },
      cure: { ko: '몇 초 뒤에 다시 해 주세요.', en: 'Try again in a few seconds.' },
    });
  }
}

/** A dashboard asked for something this version does not have. */
export class UnknownCommandError extends StagelightError {
  constructor() {
    super({
      code: 'unknown-command',
      what: {
        ko: '앱이 모르는 요청이 왔어요.',
        en: 'The app does not know this request.',
      },
      cure: RELOAD_CURE,
    });
  }
}

/** A command came with arguments that its schema refuses. */
export class InvalidArgumentsError extends StagelightError {
  /** @param fields paths of the refused fields; empty when the arguments as a whole are wrong. */
  constructor(fields: readonly string[], cause: unknown) {
    const list = fields.join(', ');
    super(
      {
        code: 'invalid-arguments',
        what: {
          ko: list ? `요청 내용이 올바르지 않아요: ${list}.` : '요청 내용이 올바르지 않아요.',
          en: list ? `The request is not right: ${list}.` : 'The request is not right.',
        },
        cure: RELOAD_CURE,
      },
      { cause },
    );
  }
}

/** One dashboard asked for too much at the same time. */
export class TooManyCommandsError extends StagelightError {
  constructor(limit: number) {
    super({
      code: 'too-many-commands',
      what: {
        ko: `한 번에 ${limit}개보다 많은 요청은 받을 수 없어요.`,
        en: `No more than ${limit} requests can be under way at once.`,
      },
      cure: { ko: '잠시 뒤에 다시 해 주세요.', en: 'Wait a moment and try again.' },
    });
  }
}
