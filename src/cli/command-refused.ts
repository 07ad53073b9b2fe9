/** A command that cannot be done. The message is one sentence for the operator. */
export class CommandRefused extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'CommandRefused'
  }
}

/** The file or the database is unsuitable for an import. Nothing was changed. */
export class ImportRefused extends CommandRefused {
  override name = 'ImportRefused'
}

/** The audit found differences. The message lists all of them. */
export class AuditFailed extends CommandRefused {
  constructor(differences: readonly string[]) {
    super(`The audit found differences:\n  ${differences.join('\n  ')}`)
    this.name = 'AuditFailed'
  }
}
