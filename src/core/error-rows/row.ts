/**
 * One error: its status and the text that clients get, what leads to it, and what to do then. Cause and cure are Markdown whose
 * links are relative to docs/; `docs/errors.md` and `/docs/errors` are made of them.
 */
export type ErrorRow = {
  readonly status: number
  readonly message: string
  readonly cause: string
  readonly cure: string
}
