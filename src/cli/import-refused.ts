/** The file or the database does not fit; the message is a sentence for the person who imports. Nothing was changed. */
export class ImportRefused extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'ImportRefused'
  }
}
