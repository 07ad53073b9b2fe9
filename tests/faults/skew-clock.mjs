// Loaded before a process of a test (`node --import`): its time of day is off by SKEW_SECONDS, as on a machine whose
// clock nobody sets. What counts time that passes (timers, performance.now) goes on as it does there, too.
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
