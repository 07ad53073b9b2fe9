import { answerField, type AskedPlace } from '../../core/questions/fields.ts'
import { type JudgedSheet, textIn } from '../../core/questions/rules.ts'
import type { Words } from '../../core/words/speak.ts'
import type { Problem } from '../kit/form.tsx'
import type { ShownQuestion } from './question-fields.tsx'

/** What is wrong with answers, for the fields of a page. `missing` ones count where the form orders or is done with. */
export function answerProblems(
  judged: JudgedSheet<ShownQuestion>,
  places: readonly AskedPlace[],
  { words, missing }: { words: Words; missing: boolean },
): Problem[] {
  const { t, language } = words
  const problemsOf = (
    { shown, problems }: JudgedSheet<ShownQuestion>['order'],
    place?: AskedPlace,
  ) =>
    problems.flatMap(({ question: id, why }): Problem[] => {
      if (why === 'missing' && !missing) return []
      const question = shown.find(one => one.id === id)
      const of = question ? { of: textIn(question.text, language) } : {}
      const text = t(why === 'missing' ? 'problem.answerMissing' : 'problem.answerInvalid')
      return [{ name: answerField(id, place), text, ...of }]
    })
  return [
    ...problemsOf(judged.order),
    ...judged.places.flatMap((part, at) => problemsOf(part, places[at])),
  ]
}
