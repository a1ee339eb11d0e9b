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
