import type { ErrorRow } from './row.ts'

/** Errors of questions and their answers. */
export const questionErrors = {
  'question-not-found': {
    status: 404,
    message: 'There is no question with this id at this event.',
    cause: 'The question was deleted, or is of another event.',
    cure: 'Look it up in `GET /events/{id}/questions`.',
  },
  'question-answered': {
    status: 409,
    message: 'This question has answers; it was not deleted. Close it instead.',
    cause: 'Somebody answered it, or is about to in a cart.',
    cure: 'Send `closed: true`: it is asked of nobody any more, and its answers stay.',
  },
  'question-needed': {
    status: 409,
    message: 'Another question depends on this one; nothing was deleted.',
    cause: 'A question is shown only where this one was answered so.',
    cure: 'Give the other question no condition, or delete it first.',
  },
  'questions-full': {
    status: 409,
    message: 'This event asks 60 questions already; none was added.',
    cause: 'An event asks at most 60 questions, closed ones included.',
    cure: 'Delete one that nobody answered.',
  },
  'answers-missing': {
    status: 409,
    message: 'Answers that are wanted are missing; nothing was ordered.',
    cause: 'The cart has answers, but not all that its event wants.',
    cure: 'Send those of `data.missing` with the cart; `GET /events/{id}/questions` has the questions.',
  },
} as const satisfies Record<string, ErrorRow>
