import { escapeLiteral } from 'pg'
import type { Edit } from '../../core/actor.ts'

/** The statement that goes with BEGIN and fails where the record has none of the expected versions; '' without any. */
export function demandText(edit: Edit | undefined): string {
  if (!edit?.versions || edit.isChecked) return ''
  const versions = edit.versions.map(escapeLiteral).join(', ')
  return `select demand_version(${escapeLiteral(edit.record)}, ${Math.trunc(edit.id)}, array[${versions}]::text[])`
}

/** COMMIT, which for an edit also says the version that the record has now. */
export const commitText = (edit: Edit | undefined): string =>
  edit
    ? `select record_version(${escapeLiteral(edit.record)}, ${Math.trunc(edit.id)}) as version; commit`
    : 'commit'

type CommitAnswer = { command: string; rows: Record<string, unknown>[] }

/** The command that ended a transaction. Tells the edit that it was made in the expected version, and its new one. */
export function readCommit(edit: Edit | undefined, answer: CommitAnswer | CommitAnswer[]): string {
  const answers = Array.isArray(answer) ? answer : [answer]
  const command = answers.at(-1)?.command ?? ''
  if (edit && command === 'COMMIT') {
    const version = answers[0]?.rows[0]?.['version']
    edit.isChecked = true
    edit.version = typeof version === 'string' ? version : undefined
  }
  return command
}
