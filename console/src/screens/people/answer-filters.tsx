import { NativeSelect } from '@mantine/core'
import type { Question } from '@marquee-events/client'
import { useQuery } from '@tanstack/react-query'
import { conditionWords, textIn } from '../../../../src/core/questions/rules.ts'
import type { ListAddress } from '../../interface/list-address.ts'
import { questionsQuery } from '../../interface/queries.ts'
import { site } from '../../site.ts'
import { asAsked, wordOf } from '../questions/question-draft.ts'

const columnsMost = 4
const filtersMost = 6

/** The questions of the one event that a list is narrowed to, without the sensitive ones. */
export function useQuestionsOf(address: ListAddress): readonly Question[] {
  const event = Number(address['filter.event'])
  const found = useQuery({ ...questionsQuery(event), enabled: Number.isSafeInteger(event) })
  return found.data?.questions.filter(({ sensitive }) => !sensitive) ?? []
}

/** Those that have a column beside the others: short answers. Files have all of them. */
export const shownAs = (questions: readonly Question[]): readonly Question[] =>
  questions.filter(({ kind, closed }) => kind !== 'long_text' && !closed).slice(0, columnsMost)

const wordsOf = (question: Question) => conditionWords(asAsked(question, 0)) ?? []

/** Those that have a field to narrow the list by. */
export const filtered = (questions: readonly Question[]): readonly Question[] =>
  questions.filter(question => wordsOf(question).length > 0).slice(0, filtersMost)

type Props = {
  questions: readonly Question[]
  address: ListAddress
  go: (parts: Record<string, string>) => void
}

/** A field for each question with answers to choose. */
export function AnswerFilters({ questions, address, go }: Props) {
  return filtered(questions).map(question => {
    const part = `filter.answer.${question.id}`
    const words = wordsOf(question).map(value => ({
      value,
      label: wordOf(question, value, site.language),
    }))
    const value = address[part] ?? ''
    const isOther = value !== '' && !words.some(word => word.value === value)
    return (
      <NativeSelect
        key={question.id}
        label={textIn(question.text, site.language)}
        maw={260}
        w="100%"
        value={value}
        data={[
          { value: '', label: 'Any answer' },
          ...words,
          ...(isOther ? [{ value, label: value }] : []),
        ]}
        onChange={({ currentTarget }) => go({ [part]: currentTarget.value })}
      />
    )
  })
}
