import { Type } from 'typebox'
import { addressOf, idOf, said } from '../../platform/http/described/answer-shapes.ts'
import { filledText, oneOf } from '../../platform/http/described/params.ts'
import { type Api, route } from '../../platform/http/route.ts'
import type { Deps } from '../deps.ts'
import { eventsList } from '../lists/events-list.ts'
import { accessToList, siteOf } from '../lists/list-access.ts'
import { findRecords, type Hit } from './find-records.ts'

const SearchQuery = Type.Object({
  q: filledText({
    maxLength: 200,
    description:
      'What somebody says: a name, an address or its beginning, a number with or without blanks, a code, or an amount with its day, such as `€47.50 last Tuesday`.',
  }),
})

const SearchHits = Type.Object(
  {
    hits: Type.Array(
      Type.Object(
        {
          kind: oneOf(['order', 'attendee', 'event', 'code'], { description: 'What it is.' }),
          id: idOf('record'),
          title: said('A name, a title or a code.'),
          detail: said('What tells it from others with the same name.'),
          order: Type.Optional(Type.Integer({ description: 'The order of an attendee.' })),
          link: addressOf('the record'),
        },
        { title: 'SearchHit' },
      ),
      { description: 'At most twenty, the likeliest first.' },
    ),
  },
  { title: 'SearchHits' },
)

/** One search for everything that staff are asked for on the phone. */
export function searchRoutes(api: Api, deps: Deps) {
  route(api, {
    method: 'GET',
    path: '/search',
    operation: 'findRecords',
    ours: true,
    list: true,
    summary: 'Find orders, attendees, events and codes by what somebody says',
    access: accessToList(eventsList),
    query: SearchQuery,
    returns: SearchHits,
    handle: async ({ query: { q }, caller, db }) => {
      const hits = await findRecords({ db, caller, site: siteOf(deps) }, q)
      return { hits: hits.map(hit => hitView(deps, hit)) }
    },
  })
}

const paths = {
  order: ['tickets', 'orders'],
  attendee: ['tickets', 'attendees'],
  event: ['events', 'events'],
  code: ['tickets', 'coupons'],
} as const

function hitView({ restRoot }: Deps, { kind, id, title, detail, order }: Hit) {
  const [namespace, records] = paths[kind]
  return {
    kind,
    id,
    title,
    detail,
    ...(order !== undefined && { order }),
    link: `${restRoot(namespace)}/${records}/${id}`,
  }
}
