import { Type } from 'typebox'
import { countOf, instant, orNull } from '../../platform/http/described/answer-shapes.ts'
import { count, id, oneOf, text } from '../../platform/http/described/params.ts'

const optional = Type.Optional

export const scansMost = 500
export const Scan = Type.Object(
  {
    seq: Type.Integer({
      minimum: 1,
      maximum: 1e12,
      description: 'The number of the scan, without gaps from 1 on.',
    }),
    at: text({ format: 'date-time', description: 'When, by the clock of the phone.' }),
    kind: optional(
      oneOf(['in', 'out', 'undo', 'stands', 'guest_in', 'guest_out'], {
        description:
          'In is usual. `undo` takes back the scan `of`, or what stands of `attendee`; `stands` says that a scan that waited let somebody in; guests have no ticket.',
      }),
    ),
    ticket: optional(
      text({
        maxLength: 4000,
        description: 'What was read, where the phone could not judge it itself.',
      }),
    ),
    attendee: optional(id({ description: 'Whose ticket it is, as the phone read it.' })),
    generation: optional(
      count({ description: 'The generation in the signed code that the phone verified.' }),
    ),
    code: optional(
      text({
        pattern: '^[0-9a-f]{16}$',
        description: 'Of a code without a signature: its hash, as in the list.',
      }),
    ),
    typed: optional(
      text({
        pattern: '^[0-9a-f]{16}$',
        description: 'Of a door code that was typed: its hash, as in the list.',
      }),
    ),
    verdict: optional(
      oneOf(['admitted', 'repeat', 'refused', 'waits'], {
        description:
          'What the phone showed; `waits` (the usual one) lets somebody in only if the answer says `admitted`.',
      }),
    ),
    reason: optional(text({ maxLength: 60, description: 'Why it showed that.' })),
    gate: optional(Type.Union([id(), Type.Null()], { description: 'The gate that it was at.' })),
    of: optional(
      Type.Integer({
        minimum: 1,
        maximum: 1e12,
        description: 'The number of the scan that this one is about.',
      }),
    ),
  },
  { title: 'DoorScan' },
)
export const Scans = Type.Object({
  event: id({ description: 'The event.' }),
  sent_at: text({
    format: 'date-time',
    description: 'The clock of the phone, by which its times are corrected.',
  }),
  scans: Type.Array(Scan, { minItems: 0, maxItems: scansMost, description: 'The scans.' }),
  app_version: optional(
    text({ maxLength: 50, description: 'The version of the page of the door.' }),
  ),
  unsent: optional(
    count({ maximum: 10_000_000, description: 'How many scans wait on the phone after these.' }),
  ),
  battery: optional(
    Type.Integer({ minimum: 0, maximum: 100, description: 'Its battery in per cent.' }),
  ),
})
export const ScanResults = Type.Object(
  {
    results: Type.Array(
      Type.Object(
        {
          seq: countOf('The number of the scan'),
          result: oneOf(
            ['admitted', 'repeat', 'conflict', 'refused', 'out', 'undone', 'ignored', 'counted'],
            {
              description:
                '`conflict`: somebody was let in although the ticket was used before, or does not admit.',
            },
          ),
          refusal: orNull(Type.String(), 'Why the ticket does not admit.'),
        },
        { title: 'DoorScanResult' },
      ),
      {
        description:
          'One for each scan that was sent. A number that was sent before has the answer that it got.',
      },
    ),
    next: countOf('The number of the next scan'),
    now: instant('Our clock'),
  },
  { title: 'DoorScanResults' },
)
