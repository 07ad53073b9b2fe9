import { Type } from 'typebox'
import { text } from '../../platform/http/described/params.ts'

/** What a write says for visitors beside time and place (contract.md 37). */
export const visitorMembers = {
  online_url: Type.Optional(
    text({
      maxLength: 2000,
      description:
        'Where guests join online: an http or https address that only holders of valid tickets are told; empty for none',
    }),
  ),
  doors_at: Type.Optional(
    text({
      maxLength: 200,
      description:
        'When the doors open, at most 24 hours before the start: `18:30` on its day, or with a day; it moves with the start; empty for none',
    }),
  ),
  age_note: Type.Optional(
    text({ maxLength: 200, description: 'For whom it is, such as `From 16 years`; plain text' }),
  ),
  access_note: Type.Optional(
    text({
      maxLength: 1000,
      description: 'How people with disabilities get in and what is there for them; plain text',
    }),
  ),
}
