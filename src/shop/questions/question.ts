import type { QuestionChoice, QuestionKind, TextByLanguage } from '../../core/questions/kinds.ts'
import type { AskedOf, AskedQuestion } from '../../core/questions/rules.ts'

/** What staff say of a question. */
export type QuestionDraft = {
  asked_of: AskedOf
  kind: QuestionKind
  text: TextByLanguage
  required: boolean
  choices: QuestionChoice[]
  tickets: number[]
  show_if: { question: number; is: string[] } | null
  sensitive: boolean
  closed: boolean
}

export type QuestionRow = AskedQuestion &
  QuestionDraft & {
    event_id: number
    /** Counts its texts, from 1. */
    version: number
  }
