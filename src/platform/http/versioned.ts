import type { Edit } from '../../core/actor.ts'
import { AppError, failParams } from '../../core/errors.ts'
import { isChangedMeanwhile, readVersion } from '../db/versions.ts'
import type { StoredAnswer } from '../idempotency/rules.ts'
import { noBasis } from './kept/answer-basis.ts'
import type { AnyInput, AnySpec, Api, DeclaredRoute } from './route-spec.ts'

type Handle = (spec: AnySpec, input: AnyInput) => Promise<StoredAnswer>

type Unloaded = Omit<AnyInput, 'loaded'>

/** How a request is answered: by its handler alone, or by all of its route. */
export type Answering = {
  readonly api: Api
  readonly spec: AnySpec
  readonly handle: Handle
  readonly decide: (spec: AnySpec, input: Unloaded) => Promise<StoredAnswer>
}

/**
 * Answers a request about one record that people edit (contract.md 29.8). An identified caller is told the version that
 * was read; it is read before the record, so that it is never newer than what the answer shows.
 */
export async function readVersioned(
  { api, spec, handle }: Answering,
  input: AnyInput,
): Promise<StoredAnswer> {
  const named = namedBy(spec, input)
  const version = named && (await readVersion(api.db, named))
  return withVersion(await handle(spec, input), version)
}

/**
 * Changes a record that people edit. With `If-Match` the first transaction of the change demands one of these versions,
 * behind the locks of the record: whatever it then reads and writes belongs to that version. Fails with
 * `rest_changed_meanwhile`; then nothing was changed.
 */
export async function editVersioned(
  { api, spec, handle, decide }: Answering,
  input: AnyInput,
): Promise<StoredAnswer> {
  const edit = editOf(spec, input)
  if (!edit) return handle(spec, input)
  try {
    const answer = await handle(spec, { ...input, actor: { ...edit.actor, edit } })
    if (edit.versions && !edit.isChecked) await demandVersion(api, edit, edit.versions)
    return withVersion(answer, edit.version)
  } catch (error) {
    if (!isChangedMeanwhile(error)) throw error
    throw await changedMeanwhile(api, edit, () => showNow(api, spec, { input, decide }))
  }
}

type EditWithActor = Edit & { readonly actor: NonNullable<AnyInput['actor']> }

function namedBy({ versioned }: AnySpec, input: AnyInput) {
  if (!versioned || input.caller.kind === 'anonymous') return undefined
  const id = versioned.id(input)
  return id === undefined ? undefined : { record: versioned.record, id }
}

function editOf(spec: AnySpec, input: AnyInput): EditWithActor | undefined {
  const named = namedBy(spec, input)
  if (!named || !input.actor) return undefined
  const versions = versionsIn(input.request.headers['if-match'])
  return { ...named, versions, isChecked: false, version: undefined, actor: input.actor }
}

const versionsMost = 20

/**
 * The versions that `If-Match` names; undefined for any. A server in between that compresses answers may have marked an
 * ETag as weak: what it names is the same version.
 */
function versionsIn(header: string | string[] | undefined): readonly string[] | undefined {
  const text = [header ?? '*'].flat().join(',').trim()
  if (text === '*') return undefined
  const versions = text.split(',').map(one => /^\s*(?:W\/)?"([\w.-]{0,64})"\s*$/.exec(one)?.[1])
  const named = versions.filter(version => version !== undefined)
  if (named.length < versions.length || named.length > versionsMost) {
    const message = `must be \`*\`, or at most ${versionsMost} ETags as answers have them, such as "3f2a".`
    failParams({ 'If-Match': { message } })
  }
  return named
}

const withVersion = (answer: StoredAnswer, version: string | null | undefined): StoredAnswer =>
  typeof version === 'string'
    ? { ...answer, headers: { ...answer.headers, etag: `"${version}"` } }
    : answer

/** For a change that wrote nothing, and so met no transaction that demands a version. */
async function demandVersion(api: Api, edit: EditWithActor, versions: readonly string[]) {
  const version = await readVersion(api.db, edit)
  if (version === null || versions.includes(version)) return
  throw Object.assign(new Error('The record was changed meanwhile.'), { code: 'MQ412' })
}

/** The refusal, with the record as it is now and who changed it. */
async function changedMeanwhile(
  api: Api,
  edit: EditWithActor,
  show: () => Promise<StoredAnswer | undefined>,
): Promise<AppError> {
  const [now, last] = [await show(), await api.lastChange(edit)]
  return new AppError('rest_changed_meanwhile', {
    data: {
      ...(now && { current: now.body, etag: now.headers['etag'] }),
      changed_by: last?.by ?? null,
      changed_at: last?.at.toISOString() ?? null,
    },
  })
}

type Showing = { input: AnyInput; decide: Answering['decide'] }

/** The answer that this caller would get by reading the record now; undefined where that is refused. */
async function showNow(api: Api, spec: AnySpec, { input, decide }: Showing) {
  const reading = readingOf(api, spec)
  if (!reading) return undefined
  const request = { ...input.request, method: 'GET' }
  const { params, caller, actor, db } = input
  const blank = { params, caller, actor, db, request, query: {}, body: {}, basis: noBasis }
  return decide(reading.spec, blank).catch((error: unknown) => {
    if (error instanceof AppError && error.status < 500) return undefined
    throw error
  })
}

const readingOf = (api: Api, { path, versioned }: AnySpec): DeclaredRoute | undefined =>
  api.declared.find(
    declared => declared.methods.includes('GET') && declared.path === (versioned?.shownAt ?? path),
  )
