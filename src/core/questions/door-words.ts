import type { QuestionChoice, QuestionKind, TextByLanguage } from './kinds.ts'
import { answerInWords, textIn } from './rules.ts'
import type { Answer } from './values.ts'

/** An answer that is shown at the door, with its question. */
export type DoorAnswer = {
  readonly text: TextByLanguage
  readonly kind: QuestionKind
  readonly choices: readonly QuestionChoice[]
  readonly value: Answer
}

const adultAge = 18
const oldest = 130

/**
 * An answer as the door reads it, such as `Diet: Vegan`. A date is taken for a date of birth: the door is told the age on the
 * day of the event, and of adults only that they are (contract.md 40.9). Undefined for a date that is none.
 */
export function doorWords(
  { text, value, ...question }: DoorAnswer,
  { language, day }: { language: string; day: string },
): string | undefined {
  const words =
    question.kind === 'date'
      ? ageWords([value].flat().join(), day)
      : answerInWords(question, value, language)
  return words === undefined ? undefined : `${textIn(text, language)}: ${words}`
}

function ageWords(born: string, day: string): string | undefined {
  const birthday = born.slice(4) <= day.slice(4) ? 0 : 1
  const age = Number(day.slice(0, 4)) - Number(born.slice(0, 4)) - birthday
  if (!(age >= 0 && age <= oldest)) return undefined
  return age >= adultAge ? `${adultAge}+` : `${age}, under ${adultAge}`
}
