import { Type } from 'typebox'
import { roles } from '../../core/capabilities.ts'
import { locales } from '../../core/locale.ts'
import { grantSetNames } from '../../core/rights.ts'
import { idOf, instant, orNull, said } from '../../platform/http/described/answer-shapes.ts'
import {
  filledText,
  flag,
  id,
  oneOf,
  personsAddress,
  text,
} from '../../platform/http/described/params.ts'
import { StillOpen } from '../keys/still-open.ts'

export const GrantParams = Type.Object({ id: id({ description: 'The id of the grant.' }) })

const set = () =>
  oneOf([...grantSetNames], { description: 'The set of capabilities (contract, section 28).' })

const limit = () =>
  Type.Optional(
    Type.Union([text({ pattern: '^\\d{1,9}(\\.\\d{1,4})?$' }), Type.Null()], {
      description:
        "What the person may give back of one order, in the site's currency, for sets with `orders.refund`; null is no limit.",
    }),
  )

export const NewGrant = Type.Object({
  email: personsAddress({
    description: 'Whose it is. An address without an account gets one, with an invitation.',
  }),
  display_name: Type.Optional(
    filledText({ maxLength: 200, description: 'The name of a new account.' }),
  ),
  set: set(),
  event: Type.Optional(
    Type.Union([id(), Type.Null()], { description: 'The event it is for; null is the site.' }),
  ),
  refund_limit: limit(),
  locale: Type.Optional(
    oneOf([...locales], {
      description: 'The language of the invitation; `SITE_LANGUAGE` without.',
    }),
  ),
})

export const GrantChanges = Type.Object({ set: Type.Optional(set()), refund_limit: limit() })

const eventOrSite = () => orNull(Type.Integer(), 'The event it is for; null is the site.')
const refundLimit = () =>
  orNull(Type.String(), 'What the person gives back of one order at most; null is no limit.')

const member = {
  id: idOf('grant'),
  user: Type.Object(
    {
      id: idOf('account'),
      login: said('The name to sign in with.'),
      display_name: said('The name that others see.'),
      email: said('The address of the account.'),
      invited: flag({ description: 'Whether the person has not chosen a password yet.' }),
    },
    { title: 'Member', description: 'Whose it is.' },
  ),
  set: set(),
  event: eventOrSite(),
  event_title: orNull(Type.String(), 'The title of that event.'),
  refund_limit: refundLimit(),
  currency: orNull(Type.String(), 'The currency of the limit.'),
  created_at: instant('When it was given'),
}

export const GrantView = Type.Object(member, { title: 'Grant' })

export const MadeGrant = Type.Object(
  {
    ...member,
    invitation: Type.Optional(
      Type.Object(
        {
          sent: flag({ description: 'Whether a mail brings the link.' }),
          url: Type.Optional(
            said('Without a mail server: the link to pass on. It works once, and is shown once.'),
          ),
          expires_at: Type.Optional(instant('Until when that link works')),
        },
        { title: 'Invitation', description: 'For a new account.' },
      ),
    ),
  },
  { title: 'MadeGrant' },
)

export const RemovedGrant = Type.Object(
  {
    deleted: flag({ description: 'Always true: what is not there is 404.' }),
    still_open: StillOpen,
  },
  { title: 'RemovedGrant' },
)

export const Me = Type.Object(
  {
    user: Type.Object(
      {
        id: idOf('account'),
        login: said('The name to sign in with; empty for managers of single events.'),
        display_name: said('The name that others see; empty for managers of single events.'),
        role: oneOf([...roles], { description: 'The inherited role.' }),
      },
      { title: 'MyAccount', description: 'Who sent the request.' },
    ),
    capabilities: Type.Array(Type.String(), {
      description: 'What this credential may do at every event of the site.',
    }),
    refund_limit: refundLimit(),
    currency: said('The currency of the limits: that of the site.'),
    events: Type.Array(
      Type.Object(
        {
          id: idOf('event'),
          title: said('Its title.'),
          capabilities: Type.Array(Type.String(), {
            description: 'What this credential may do there, those of the site included.',
          }),
          refund_limit: refundLimit(),
        },
        { title: 'MyEvent' },
      ),
      { description: 'The single events for which there are grants.' },
    ),
    fresh: flag({
      description:
        'Whether writes about people, keys and money pass without `POST /session/confirm`.',
    }),
  },
  { title: 'Me' },
)
