import { mayReadRecord } from '../../access/records/rules.ts'
import type { Caller } from '../../core/caller.ts'
import { fail, type ParamProblem } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import type { Tx } from '../../platform/db/database.ts'
import { compileMembers } from '../../platform/http/request/validation.ts'
import type { Kind } from './kind.ts'
import { type LinkData, type LinkItem, linkItems } from './link-items.ts'
import { draftFrom, prepareDraft } from './prepare-draft.ts'
import { createRecord, type ReadyDraft, type SaveContext } from './save-record.ts'
import { findByIds, lockUsable } from './store.ts'

/** An existing record, or the data of one to be created when the event is saved. */
export type Link = { id: number } | { draft: ReadyDraft }
export type ReadLinks = { links: Link[] } | { problem: ParamProblem }

export type LinkRequest = {
  caller: Caller
  /** The parameter as sent: id, CSV, list, `{id}`, data, or a mixture; empty values mean none (contract.md 5.6). */
  value: unknown
  /** Records the event already has: the caller may name them even without the right to read them. */
  alreadyLinked: readonly number[]
}

const linksMax = 100

/**
 * Reads a `venue` or `organizer` parameter and checks it against the database and the network. It may fetch
 * images, so never call it inside a transaction; a second call fetches nothing.
 */
export async function readLinks(deps: Deps, kind: Kind, request: LinkRequest): Promise<ReadLinks> {
  const items = linkItems(request.value)
  if (!items || items.length > linksMax) return { problem: unusable }
  const unknown = await unknownIds(deps, kind, { ...request, items })
  if (unknown.length > 0) return { problem: { message: `There is no ${kind.name} ${unknown[0]}.` } }
  const links: Link[] = []
  for (const item of items) {
    if (typeof item === 'number') links.push({ id: item })
    else {
      const read = await readData(deps, kind, { caller: request.caller, data: item })
      if ('problem' in read) return read
      links.push(read)
    }
  }
  return { links }
}

/** Creates the records given as data; repeated data gives one record. Returns the ids in their order, each once. */
export async function saveLinks(
  tx: Tx,
  kind: Kind,
  { links, ...saving }: SaveContext & { links: readonly Link[] },
): Promise<number[]> {
  const named = links.flatMap(link => ('id' in link ? [link.id] : []))
  // A record that went to the trash after the check would stay linked for ever, so it is checked again under
  // a lock.
  if (!(await lockUsable(tx, kind, named))) fail('invalid-linked-post-id')
  const ids = new Set<number>()
  for (const link of links) {
    const id = 'id' in link ? link.id : (await createRecord(tx, kind, { ...saving, ...link })).id
    ids.add(id)
  }
  return [...ids]
}

const unusable: ParamProblem = { message: 'Invalid parameter.' }

async function unknownIds(
  { db }: Deps,
  kind: Kind,
  { caller, alreadyLinked, items }: LinkRequest & { items: readonly LinkItem[] },
): Promise<number[]> {
  const ids = items.filter(item => typeof item === 'number')
  const rows = await findByIds(db, kind, [...new Set(ids)])
  const usable = rows.filter(
    row => row.status !== 'trash' && (alreadyLinked.includes(row.id) || mayReadRecord(caller, row)),
  )
  const usableIds = new Set(usable.map(row => row.id))
  return ids.filter(id => !usableIds.has(id))
}

const validators = new WeakMap<Kind, ReturnType<typeof compileMembers>>()

function validatorOf(kind: Kind) {
  const made = validators.get(kind) ?? compileMembers(kind.nested)
  validators.set(kind, made)
  return made
}

async function readData(
  deps: Deps,
  kind: Kind,
  { caller, data }: { caller: Caller; data: LinkData },
): Promise<{ draft: ReadyDraft } | { problem: ParamProblem }> {
  const { values, problems } = validatorOf(kind)(data)
  const prepared =
    Object.keys(problems).length > 0
      ? { problems }
      : await prepareDraft(deps, caller, draftFrom(kind, values))
  if ('draft' in prepared) return prepared
  const [[member, problem] = ['', unusable]] = Object.entries(prepared.problems)
  const message = `${kind.name}[${member}]: ${problem.message}`
  return { problem: { ...problem, message } }
}
