export { listQuestions } from './store.ts'
export { bindAnswers, bindAnswersOfEvent, findMissing } from './store.answers.ts'
