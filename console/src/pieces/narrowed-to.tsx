import { useQuery } from '@tanstack/react-query'
import { type ListAddress, narrowedTo } from '../interface/list-address.ts'
import { eventQuery, questionsQuery } from '../interface/queries.ts'
import { textIn } from '../../../src/core/questions/rules.ts'
import { site } from '../site.ts'
import { Badges } from './badges.tsx'
import { plain } from './words.ts'

type Props = {
  address: ListAddress
  /** What fields of the screen show themselves. */
  fields: readonly string[]
  remove: (part: string) => void
}

/** What narrows a list beside the fields of its screen; an event by its name. */
export function NarrowedTo({ address, fields, remove }: Props) {
  const parts = narrowedTo(address, fields)
  const id = Number(address['filter.event'] ?? 0)
  const event = useQuery({ ...eventQuery(id), enabled: id > 0 })
  const title = event.data && plain(event.data.title)
  const isAnswer = (part: string) => part.startsWith('filter.answer.')
  const asked = useQuery({
    ...questionsQuery(id),
    enabled: id > 0 && parts.some(({ part }) => isAnswer(part)),
  })
  /** An answer by the words of its question, not by their numbers. */
  const inWords = (part: string, value: string) => {
    const question = asked.data?.questions.find(one => part === `filter.answer.${one.id}`)
    if (!question) return undefined
    const words = value.split(', ').map(word => {
      const choice = question.choices.find(one => one.id === word)
      return choice ? textIn(choice.text, site.language) : word
    })
    return { what: textIn(question.text, site.language), value: words.join(', ') }
  }
  return (
    <Badges
      badges={parts.map(({ part, what, value }) => ({
        what,
        value: part === 'filter.event' ? (title ?? value) : value,
        ...(isAnswer(part) && inWords(part, value)),
        remove: () => remove(part),
      }))}
    />
  )
}
