import type { Tx } from '../../platform/db/database.ts'
import { type PageKind, pagePath } from './rules.ts'
import { deleteAddresses, deleteOldest, insertAddress } from './store.ts'

/** More renames than a record has in its life; beyond it the oldest names lead nowhere. */
const keptMost = 50

/** What of a record decides whether it had a page under its name. */
type AddressedRecord = { slug: string; status: string; published_at: Date | null }

/**
 * Keeps the address that a record leaves with another slug, in the transaction of the change. Names under which nothing
 * was ever published, and those of the trash, are not kept. A record that goes to the trash has no page to lead to, so the
 * name stays with a record that left it before.
 */
export async function keepAddress(
  tx: Tx,
  {
    kind,
    id,
    before,
    slug,
    status,
  }: { kind: PageKind; id: number; before: AddressedRecord; slug: string; status: string },
): Promise<void> {
  const hadPage = before.slug !== '' && before.status !== 'trash' && before.published_at !== null
  if (!hadPage || before.slug === slug) return
  await keepSlug(tx, { kind, id, slug: before.slug, yields: status === 'trash' })
}

/** The same for a slug that certainly had a page. */
export async function keepSlug(
  tx: Tx,
  {
    kind,
    id,
    slug,
    yields = false,
  }: { kind: PageKind; id: number; slug: string; yields?: boolean },
): Promise<void> {
  await insertAddress(tx, { kind, id, path: pagePath(kind, slug), yields })
  await deleteOldest(tx, { kind, id, most: keptMost })
}

/** The old addresses of a record that is deleted for good lead nowhere. */
export const forgetAddresses = deleteAddresses
