import { plainText } from '../../core/text.ts'
import type { Kind, ShownRecord } from '../linked/kind.ts'
import { filled } from '../linked/rules.ts'
import { OrganizerChanges, OrganizerDraft, OrganizerView } from './fields.ts'

export const organizerKind: Kind = {
  name: 'organizer',
  plural: 'organizers',
  page: 'organizer',
  texts: ['phone', 'website', 'email'],
  columns: [],
  draft: OrganizerDraft,
  changes: OrganizerChanges,
  nested: OrganizerDraft,
  view: OrganizerView,
  errors: {
    notAccessible: 'organizer-not-accessible',
    inTrash: 'organizer-is-in-trash',
    pageNotFound: 'organizer-archive-page-not-found',
    couldNotCreate: 'could-not-create-organizer',
  },
  ownColumns: () => ({ fields: {}, derived: {} }),
  ownMembers: () => ({}),
  jsonLd: person,
}

function person({ row, url, image }: ShownRecord) {
  return {
    '@context': 'http://schema.org',
    '@type': 'Person',
    name: row.name,
    ...filled({ description: plainText(row.description), image }),
    url,
    ...filled({ telephone: row.phone, email: row.email, sameAs: row.website }),
  }
}
