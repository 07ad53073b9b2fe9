import { type Caller, can, userIdOf } from '../../core/caller.ts'
import { fail } from '../../core/errors.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { refuse } from '../../platform/http/access.ts'
import type { Deps } from '../deps.ts'
import { accessRightOf, siteOf } from '../lists/list-access.ts'
import { isReadable, listNamed, queryIn, readQuery } from './read-view.ts'
import { countViews, deleteView, findView, type SavedView, saveView } from './store.ts'

/** A person has at most so many views. */
const viewsMost = 100

type Context = Pick<Deps, 'db' | 'config' | 'clock' | 'siteSettings'>

export type ViewRequest = { list: string; name: string; query: string; shared: boolean }

/**
 * Saves the address of a list under a name; the person's view with this name is replaced. Only what the caller may read
 * can be saved, and only whoever reads the list for the whole site shares it: fails with what the list would answer, with
 * 403, or with 409 `rest_too_many_views`.
 */
export async function keepView(
  deps: Context,
  { list: name, query: text, ...draft }: ViewRequest,
  caller: Caller,
): Promise<SavedView> {
  const userId = userIdOf(caller) ?? fail('rest_forbidden')
  const list = listNamed(name) ?? fail('rest_view_not_found')
  const query = queryIn(text)
  const reading = { deps, caller, site: siteOf(deps) }
  await readQuery(list, query, reading)
  if (!(await isReadable({ list: name, query }, reading))) refuse(caller)
  if (draft.shared && !can(caller, accessRightOf(list))) refuse(caller, sharedByWhom)
  return transaction(deps.db, async tx => {
    const had = await countViews(tx, userId)
    const id = await saveView(tx, { user_id: userId, list: name, query, ...draft })
    if (had >= viewsMost && (await countViews(tx, userId)) > had) fail('rest_too_many_views')
    return (await findView(tx, id)) ?? fail('rest_view_not_found')
  })
}

const sharedByWhom = 'Only somebody who reads this list for the whole site shares its views.'

/** Deletes a view: its owner, and for shared ones whoever could share it. One that the caller does not see is unknown. */
export async function dropView(deps: Context, id: number, caller: Caller): Promise<void> {
  const view = await findView(deps.db, id)
  const isOwn = view?.user_id === userIdOf(caller)
  const isSeen =
    view?.shared === true && (await isReadable(view, { deps, caller, site: siteOf(deps) }))
  if (!view || (!isOwn && !isSeen)) fail('rest_view_not_found')
  const list = listNamed(view.list)
  if (!isOwn && !(list && can(caller, accessRightOf(list)))) refuse(caller, sharedByWhom)
  await transaction(deps.db, tx => deleteView(tx, id))
}
