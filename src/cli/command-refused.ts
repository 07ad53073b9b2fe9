/** What a command cannot do; the message is one sentence for the person who gave it. */
export class CommandRefused extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'CommandRefused'
  }
}

/** The file or the database does not fit. Nothing was changed. */
export class ImportRefused extends CommandRefused {
  override name = 'ImportRefused'
}

/** The books are not in order; the message lists every difference. */
export class AuditFailed extends CommandRefused {
  constructor(differences: readonly string[]) {
    super(`The books are not in order:\n  ${differences.join('\n  ')}`)
    this.name = 'AuditFailed'
  }
}
