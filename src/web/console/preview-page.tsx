import { mayReadEvent } from '../../access/records/rules.ts'
import { browserSession } from '../../access/sessions/recognise-session.ts'
import { findEvent } from '../../catalogue/events/lookup.ts'
import type { Deps } from '../../shop/deps.ts'
import { eventPage } from '../catalogue/event-page.tsx'
import type { Page } from '../kit/page.ts'
import type { Pages, Visit } from '../kit/pages.ts'
import { Notice } from '../kit/pieces.tsx'

/** The page of an event that is not public yet, for whoever is signed in and may read it. */
export function previewPages(pages: Pages, deps: Deps) {
  pages.show({
    path: '/admin/preview/:id(^\\d{1,15}$)',
    kind: 'personal',
    handle: visit => previewPage(deps, visit),
  })
}

async function previewPage(deps: Deps, visit: Visit): Promise<Page | undefined> {
  const session = await browserSession(deps, visit.request)
  const row = await findEvent(deps.db, Number(visit.params['id']))
  if (!session || !row || !mayReadEvent(session.caller, row)) return undefined
  const page = await eventPage(deps, visit, { row, isOpen: true })
  const title = 'Preview: this is how the page looks once it is published. Nothing is sold here.'
  const body = (
    <>
      <Notice tone="warn" title={title} />
      {page.body}
    </>
  )
  const { canonical: _canonical, linkedData: _linkedData, ...rest } = page
  return { ...rest, body }
}
