import { judgeForm } from '../../core/questions/live-form.ts'
import type { AskedQuestion } from '../../core/questions/rules.ts'

/**
 * Hides the questions of a form that are not asked, as answers change. The rules are the server's own (core/questions): each
 * `data-question` has what they need, and `data-place` says whose it is. Without this script every question is shown with its
 * condition in words.
 */
type QuestionPart = { element: HTMLElement; question: AskedQuestion; place: string }

const partsIn = (form: HTMLFormElement): QuestionPart[] =>
  [...form.querySelectorAll<HTMLElement>('[data-question]')].map(element => {
    const { question = '', place = '' } = element.dataset
    return { element, question: JSON.parse(question) as AskedQuestion, place }
  })

function show(form: HTMLFormElement) {
  const group = partsIn(form)
  const groups = new Map<string, AskedQuestion[]>()
  for (const { question, place } of group) {
    groups.set(place, [...(groups.get(place) ?? []), question])
  }
  const data = new FormData(form)
  const judged = judgeForm(groups, name => data.getAll(name))
  for (const { element, question, place } of group) {
    const shown = judged.get(place)?.shown ?? []
    element.hidden = !shown.some(({ id }) => id === question.id)
  }
}

for (const form of document.querySelectorAll<HTMLFormElement>('form:has([data-question])')) {
  form.addEventListener('input', () => show(form))
  form.addEventListener('renewed', () => show(form))
  show(form)
}
