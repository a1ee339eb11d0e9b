import { StagelightError } from '../base/errors.ts';

/** The port of the simulator cannot be listened on: mostly because somebody else does. */
export class PortProblem extends StagelightError {
  constructor(port: number, cause: unknown) {
    super(
      {
        code: 'simulator-port',
        what: {
          ko: `시뮬레이터가 포트 ${port}을(를) 열 수 없어요.`,
          en: `The simulator cannot listen on port ${port}.`,
        },
        cure: {
          ko: '이 포트를 쓰는 프로그램을 끄거나 --port 0으로 빈 포트를 쓰세요.',
          en: 'Stop the program that uses it, or pass --port 0 to take a free one.',
        },
      },
      { cause },
    );
  }
}
