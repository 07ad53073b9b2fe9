import { Type } from 'typebox'
import {
  addressOf,
  idOf,
  instant,
  orNull,
  said,
} from '../../platform/http/described/answer-shapes.ts'
import { oneOf } from '../../platform/http/described/params.ts'
import { type Api, route } from '../../platform/http/route.ts'
import type { Deps } from '../deps.ts'
import { eventsList } from '../lists/events-list.ts'
import { accessToList } from '../lists/list-access.ts'
import { readAttention } from './read-attention.ts'
import { attentionKinds, pathOf, type Waiting } from './rules.ts'

const AttentionList = Type.Object(
  {
    entries: Type.Array(
      Type.Object(
        {
          kind: oneOf([...attentionKinds], { description: 'What it is.' }),
          id: said('With `kind`, its name, for as long as it waits.'),
          since: orNull(
            instant('Since when it waits'),
            'Since when it waits, where that is known.',
          ),
          deadline: orNull(
            instant('By when it has to be solved'),
            'By when it has to be solved: the answer to a dispute, or the beginning of the event.',
          ),
          events: Type.Array(idOf('event'), { description: 'The events that you see of it.' }),
          order: orNull(Type.Integer(), 'The order that it is about.'),
          attendee: orNull(Type.Integer(), 'The attendee that it is about.'),
          ticket: orNull(Type.Integer(), 'The ticket that it is about.'),
          link: addressOf('the page on which it is solved'),
        },
        { title: 'AttentionEntry' },
      ),
      { description: 'By kind, and then by deadline.' },
    ),
  },
  { title: 'AttentionList' },
)

/** What waits for somebody of the staff. */
export function attentionRoutes(api: Api, deps: Deps) {
  route(api, {
    method: 'GET',
    path: '/attention',
    operation: 'listAttention',
    ours: true,
    list: true,
    summary:
      'List what waits for you: disputes, refunds, bounced mails, and events that are not ready',
    access: accessToList(eventsList),
    returns: AttentionList,
    handle: async ({ caller, db }) => {
      const waiting = await readAttention({ ...deps, db }, caller)
      return { entries: waiting.map(entry => entryView(deps, entry)) }
    },
  })
}

const entryView = ({ publicRoot }: Pick<Deps, 'publicRoot'>, entry: Waiting) => ({
  ...entry,
  events: [...entry.events],
  since: entry.since?.toISOString() ?? null,
  deadline: entry.deadline?.toISOString() ?? null,
  link: `${publicRoot}/admin${pathOf(entry)}`,
})
