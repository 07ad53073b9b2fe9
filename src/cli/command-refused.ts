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

/** A site or a list was brought, and something of it was changed or lost on the way. The report has said what: exit code 3. */
export class DoneWithLosses extends CommandRefused {
  readonly losses: number
  constructor(losses: number) {
    super(
      `Done. ${losses} ${losses === 1 ? 'thing was' : 'things were'} changed or lost on the way; they are listed above.`,
    )
    this.name = 'DoneWithLosses'
    this.losses = losses
  }
}

/** The audit found differences. The message lists all of them. */
export class AuditFailed extends CommandRefused {
  constructor(differences: readonly string[]) {
    super(`The audit found differences:\n  ${differences.join('\n  ')}`)
    this.name = 'AuditFailed'
  }
}
