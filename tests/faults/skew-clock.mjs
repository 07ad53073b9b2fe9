// Loaded before a process (`node --import`): shifts its time of day by SKEW_SECONDS, as on a machine with a
// wrong clock. Timers and performance.now are not affected.
const skew = Number(process.env.SKEW_SECONDS) * 1000
const TrueDate = Date

globalThis.Date = class Date extends TrueDate {
  constructor(...parts) {
    if (parts.length === 0) super(TrueDate.now() + skew)
    else super(...parts)
  }
  static now() {
    return TrueDate.now() + skew
  }
}
