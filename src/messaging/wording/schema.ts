import { Type } from 'typebox'
import { locales } from '../../core/locale.ts'
import { instant, mapOf, said } from '../../platform/http/described/answer-shapes.ts'
import { id, oneOf, text } from '../../platform/http/described/params.ts'
import { wordedKinds } from './rules.ts'

const kind = () => oneOf([...wordedKinds], { description: 'The kind of mail.' })
const locale = () => oneOf([...locales], { description: 'The language of its recipient.' })

export const WordingParams = Type.Object({ kind: kind(), locale: locale() })
const event = () => id({ description: 'The id of the event.' })
export const EventParams = Type.Object({ id: event() })
export const EventWordingParams = Type.Object({ id: event(), kind: kind(), locale: locale() })

export const WordingDraft = Type.Object({
  subject: Type.Optional(
    text({ maxLength: 150, description: 'Instead of the usual subject; empty for the usual one.' }),
  ),
  intro: Type.Optional(
    text({
      maxLength: 4000,
      description:
        'What stands before the usual sentences; blank lines part paragraphs. Placeholders stand in braces: {name}.',
    }),
  ),
})

export const WordingView = Type.Object(
  {
    kind: kind(),
    locale: locale(),
    subject: said('Empty where the usual one stays.'),
    intro: said('Empty where there is none.'),
    updated_at: instant('When it was saved'),
  },
  { title: 'MailText' },
)

export const WordingList = Type.Object({
  texts: Type.Array(WordingView, { description: 'By kind and language.' }),
  placeholders: mapOf<string[]>(Type.Array(Type.String()), {
    description: 'What may stand in braces, by kind of mail.',
  }),
})
