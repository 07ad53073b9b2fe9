/** The books are not in order; the message lists every difference. */
export class AuditFailed extends Error {
  constructor(differences: readonly string[]) {
    super(`The books are not in order:\n  ${differences.join('\n  ')}`)
    this.name = 'AuditFailed'
  }
}
