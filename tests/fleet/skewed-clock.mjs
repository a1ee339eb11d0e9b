/** Loaded before a host (`--import`): its wall clock is `SKEW_MS` ahead of this computer's. */
const skewMs = Number(process.env.SKEW_MS ?? 0);
const RealDate = Date;

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + skewMs);
    else super(...given);
  }

  static now() {
    return RealDate.now() + skewMs;
  }
};
