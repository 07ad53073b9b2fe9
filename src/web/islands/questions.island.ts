import { answerField, answerKey, type AskedPlace, sentAnswers } from '../../core/questions/fields.ts'
import { type Answers, type AskedQuestion, judge } from '../../core/questions/rules.ts'

/**
 * Hides the questions of a form that are not asked, as answers change. The rules are the server's own (core/questions); each
 * `data-question` has what they need, and `data-place` says whose it is. Without this script every question is shown with its
 * condition in words.
 */
type Asked = { element: HTMLElement; question: AskedQuestion }

const groupsIn = (form: HTMLFormElement): Map<string, Asked[]> => {
  const groups = new Map<string, Asked[]>()
  for (const element of form.querySelectorAll<HTMLElement>('[data-question]')) {
    const { question = '', place = '' } = element.dataset
    const asked = { element, question: JSON.parse(question) as AskedQuestion }
    groups.set(place, [...(groups.get(place) ?? []), asked])
  }
  return groups
}

function placeOf(name: string): AskedPlace | undefined {
  const [, ticket, index] = /^t(\d+)-(\d+)$/.exec(name) ?? []
  return ticket === undefined ? undefined : { ticket: Number(ticket), index: Number(index) }
}

function show(form: HTMLFormElement) {
  const data = new FormData(form)
  const groups = groupsIn(form)
  const shownIn = (name: string, above?: Answers) => {
    const asked = groups.get(name) ?? []
    const questions = asked.map(({ question }) => question)
    const place = placeOf(name)
    const members = Object.fromEntries(
      questions.map(({ id }) => [answerKey(id, place), data.getAll(answerField(id, place))]),
    )
    const { shown, kept } = judge(questions, { given: sentAnswers(members, questions, place) }, above)
    for (const { element, question } of asked) {
      element.hidden = !shown.some(({ id }) => id === question.id)
    }
    return kept
  }
  const ofOrder = shownIn('')
  for (const name of groups.keys()) if (name !== '') shownIn(name, ofOrder)
}

for (const form of document.querySelectorAll<HTMLFormElement>('form:has([data-question])')) {
  form.addEventListener('input', () => show(form))
  form.addEventListener('renewed', () => show(form))
  show(form)
}
