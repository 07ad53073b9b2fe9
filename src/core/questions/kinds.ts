/** What kinds of question there are (contract.md 40.1). */
export const questionKinds = [
  'text',
  'long_text',
  'choice',
  'several',
  'yes_no',
  'consent',
  'date',
  'email',
  'phone',
] as const

export type QuestionKind = (typeof questionKinds)[number]

/** A text by language, such as `{ en: 'Diet', de: 'Kost' }`. */
export type TextByLanguage = Readonly<Record<string, string>>

/** A choice closes and never vanishes: who chose it keeps it. */
export type QuestionChoice = {
  readonly id: string
  readonly text: TextByLanguage
  readonly closed: boolean
}
