import { Type } from 'typebox'
import type { Caller } from '../../core/caller.ts'
import { AppError, failParams } from '../../core/errors.ts'
import { parseQuery } from '../../platform/http/request/request.ts'
import { unknownFinder, unknownProblems } from '../../platform/http/request/unknown-parameters.ts'
import { compileShape, readParameters, type Shape } from '../../platform/http/request/validation.ts'
import type { Deps } from '../deps.ts'
import { allLists } from '../lists/all-lists.ts'
import { withAnswers } from '../lists/answered-rows.ts'
import type { ListParameters } from '../lists/grammar.ts'
import type { List } from '../lists/list.ts'
import {
  addressOfList,
  type Reading,
  readAddress,
  reachOfList,
  type Site,
} from '../lists/read-list.ts'

const shapes = new WeakMap<List, Shape>()

/** What the address of a list takes, but for the page. */
function shapeOf(list: List): Shape {
  const compiled = shapes.get(list)
  if (compiled) return compiled
  const none = Type.Object({})
  const shape = compileShape(none, addressOfList(list), none)
  shapes.set(list, shape)
  return shape
}

export const listNames = allLists.map(({ shape }) => shape.name)

export const listNamed = (name: string): List | undefined =>
  allLists.find(({ shape }) => shape.name === name)

type Reader = { deps: Pick<Deps, 'db' | 'siteSettings'>; caller: Caller; site: Site }

/** The list with this query as the caller reads it. Fails as the list would: 400 for what it does not have, 403 for what the caller may not see. */
export async function readQuery(
  list: List,
  query: string,
  { deps, caller, site }: Reader,
): Promise<Reading> {
  const shape = shapeOf(list)
  const sources = { path: {}, query: parseQuery(query), body: {}, bodyIsText: false }
  const unknown = unknownProblems(unknownFinder(shape)(sources))
  const parameters = readParameters(shape, sources, unknown).query as ListParameters
  const whole = await withAnswers(deps, list, { parameters, caller })
  return readAddress(whole, parameters, { caller, site })
}

/** Whether the caller may open the view: whoever reads the list with all that its address names. */
export async function isReadable(
  { list: name, query }: { list: string; query: string },
  reader: Reader,
): Promise<boolean> {
  const list = listNamed(name)
  if (list === undefined) return false
  const reach = reachOfList(list.shape, reader.caller)
  if (reach !== 'all' && reach.length === 0) return false
  try {
    await readQuery(list, query, reader)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** The query of a list as it is saved: without a question mark, and as the list reads it. */
export function queryIn(text: string): string {
  const query = text.replace(/^\?/, '')
  if (/%(?![0-9a-f]{2})/i.test(query)) {
    failParams({ query: { message: 'query has a broken percent code.' } })
  }
  return query
}
