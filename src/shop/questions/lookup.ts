export { bindAnswers, findMissing } from './store.answers.ts'
