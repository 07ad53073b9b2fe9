import { Type } from 'typebox'
import { countOf, said } from '../../platform/http/described/answer-shapes.ts'
import { id, text } from '../../platform/http/described/params.ts'
import { Scan } from './schema.scans.ts'

/** As many scans as a body has room for. */
export const fileMost = 5000

export const ScanFile = Type.Object({
  device: id({ description: 'The phone, as in the address.' }),
  event: id({ description: 'The event.' }),
  saved_at: text({
    format: 'date-time',
    description: 'The clock of the phone when it saved the file.',
  }),
  skew_ms: Type.Integer({
    minimum: -86_400_000,
    maximum: 86_400_000,
    description: 'How far our clock was ahead of the phone’s when they last met, in milliseconds.',
  }),
  scans: Type.Array(Scan, { minItems: 1, maxItems: fileMost, description: 'The scans.' }),
  seal: text({
    pattern: '^[0-9a-f]{64}$',
    description:
      'An HMAC-SHA256 of all the rest under the secret of the phone, in hexadecimal digits.',
  }),
})

export const FileTaken = Type.Object(
  {
    scans: countOf('The scans in the file'),
    ends: Type.Array(
      Type.Object(
        { result: said('What they are, as in the answer to a phone.'), scans: countOf('How many') },
        { title: 'DoorFileEnd' },
      ),
      { description: 'How many scans ended in what.' },
    ),
  },
  { title: 'DoorFileTaken' },
)
