import { Type } from 'typebox'
import { count, id, idList, oneOf, text } from '../../../platform/http/described/params.ts'
import { locales } from '../../../core/locale.ts'
import { guestPlaceholders } from '../../../messaging/guests/rules.ts'
import { messageLists } from '../messages/rules.ts'
import { kindNames } from '../record/rules.ts'
import { gives } from '../refunds/rules.ts'

const inBraces = guestPlaceholders.map(name => `\`{${name}}\``).join(', ')

const MessageText = Type.Object(
  {
    language: oneOf([...locales], { description: 'The language of the text.' }),
    subject: text({
      maxLength: 150,
      description: `The subject of the mail, in one line. May have ${inBraces}.`,
    }),
    body: text({
      maxLength: 5000,
      description: `The text; blank lines part paragraphs. May have ${inBraces}.`,
    }),
  },
  { title: 'MessageText' },
)

export const PlanRequest = Type.Object({
  kind: oneOf([...kindNames], { description: 'What is planned; each kind has its own members.' }),
  event: Type.Optional(
    id({
      description:
        '`refunds`: the event whose places are given back. `tickets`: the event whose tickets are changed; who may change tickets of the whole site may leave it out.',
    }),
  ),
  tickets: Type.Optional(
    idList({
      description:
        '`refunds` and `tickets`: only these tickets, or places of them. Unless sent, all of the event.',
    }),
  ),
  price: Type.Optional(
    text({
      pattern: '^\\d{1,9}(\\.\\d{1,4})?$',
      description: '`tickets`: the new price, in the currency of each ticket.',
    }),
  ),
  price_by: Type.Optional(
    text({
      pattern: '^[+-]?\\d{1,9}(\\.\\d{1,4})?$',
      description: '`tickets`: how much more each costs; with a minus how much less.',
    }),
  ),
  price_percent: Type.Optional(
    text({
      pattern: '^(?:\\+?\\d{1,4}|-\\d{1,3})(\\.\\d{1,2})?$',
      description:
        '`tickets`: how many per cent more each costs; with a minus less. Rounded to the smallest unit.',
    }),
  ),
  capacity: Type.Optional(
    count({
      description: '`tickets`: how many of each there are, for tickets with their own places.',
    }),
  ),
  max_per_order: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 10_000,
      description: '`tickets`: the most that one order may have of each.',
    }),
  ),
  whom: Type.Optional(
    oneOf(['paid', 'unpaid'], {
      description:
        '`refunds`: `paid` (unless said) completed orders; `unpaid` orders that wait for their payment, which are given up.',
    }),
  ),
  give: Type.Optional(
    oneOf([...gives], {
      description:
        '`refunds`: `all` (unless said) places with their fees; `without_fees`; `keep_fixed` and `keep_percent` all but `keep`; `nothing`: the places end, and the money stays.',
    }),
  ),
  keep: Type.Optional(
    text({
      pattern: '^\\d{1,9}(\\.\\d{1,4})?$',
      description:
        'With `keep_fixed` what is kept of each place, in the currency of the order; with `keep_percent` the per cent that are kept.',
    }),
  ),
  how: Type.Optional(
    oneOf(['paid', 'by_hand'], {
      description:
        '`refunds`: `paid` (unless said) at the provider, as it was paid, and by hand where that cannot be; `by_hand`: a list of sums for somebody to give back.',
    }),
  ),
  checked_in: Type.Optional(
    oneOf(['skip', 'include'], {
      description:
        '`refunds`: places that somebody came in with stay (`skip`, unless said), or are given back too.',
    }),
  ),
  reason: Type.Optional(
    text({ maxLength: 500, description: '`refunds`: why, for the history of the orders.' }),
  ),
  list: Type.Optional(
    oneOf([...messageLists], {
      description:
        '`message`: `attendees` writes to holders, and to the buyer of a place without an address; `orders` to purchasers.',
    }),
  ),
  query: Type.Optional(
    text({
      maxLength: 4000,
      description:
        '`message`: the query of the list, such as `filter.event=3&filter.checked_in=false`; at most 20,000 rows.',
    }),
  ),
  texts: Type.Optional(
    Type.Array(MessageText, {
      minItems: 1,
      maxItems: locales.length,
      description:
        '`message`: what is written. A guest gets the text in the language of the order, else in that of the site, else the first.',
    }),
  ),
  message: Type.Optional(
    text({
      maxLength: 2000,
      description: '`refunds`: a word to the buyers, which the mail about each refund carries.',
    }),
  ),
})
