import { answerField, answerKey, type AskedPlace, sentAnswers } from './fields.ts'
import { type AskedQuestion, judge, type Judgement } from './rules.ts'

/** The questions of a form by place: blank for the order, `t12-0` for the first place of ticket 12. */
export type FormGroups = ReadonlyMap<string, readonly AskedQuestion[]>

/**
 * Judges a form in a browser as the server does when it is sent. `valuesOf` are the values of all fields with a name, as
 * `FormData.getAll` has them.
 */
export function judgeForm(
  groups: FormGroups,
  valuesOf: (name: string) => readonly unknown[],
): Map<string, Judgement> {
  const judgeGroup = (name: string, above?: Judgement) => {
    const questions = groups.get(name) ?? []
    const place = placeNamed(name)
    const members = Object.fromEntries(
      questions.map(({ id }) => [answerKey(id, place), valuesOf(answerField(id, place))]),
    )
    return judge(questions, { given: sentAnswers(members, questions, place) }, above?.kept)
  }
  const ofOrder = judgeGroup('')
  const judged = new Map([['', ofOrder]])
  for (const name of groups.keys()) if (name !== '') judged.set(name, judgeGroup(name, ofOrder))
  return judged
}

export const placeName = ({ ticket, index }: AskedPlace): string => `t${ticket}-${index}`

function placeNamed(name: string): AskedPlace | undefined {
  const [, ticket, index] = /^t(\d{1,15})-(\d{1,4})$/.exec(name) ?? []
  return ticket === undefined ? undefined : { ticket: Number(ticket), index: Number(index) }
}
