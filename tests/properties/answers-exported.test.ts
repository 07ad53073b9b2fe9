// Database: in the short run a server alone, where there is one.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { orderFor } from '../support/order-for.ts'
import { cellsOfCsv } from '../support/read-export.ts'
import { startApp } from '../support/start-app.ts'

const long = process.env['LONG'] !== undefined
const seed = Number(process.env['SEED'] ?? (long ? Date.now() % 2 ** 31 : 1))
const app = await startApp()
const staff = { as: 'administrator' } as const

type ModelQuestion = {
  id: number
  of: 'order' | 'attendee'
  text: string
  kind: string
  closed: boolean
}

const moves = fc.array(
  fc.record({
    move: fc.constantFrom('ask', 'ask', 'word', 'close', 'answer', 'answer', 'answer', 'back'),
    which: fc.nat(),
    who: fc.nat(2),
    kind: fc.constantFrom('text', 'yes_no', 'choice', 'long_text'),
    of: fc.constantFrom('order' as const, 'attendee' as const),
    word: fc.constantFrom('Diet', 'Shirt, size', '=1+1', 'Say "yes"', 'Zwei\nZeilen'),
  }),
  { minLength: 6, maxLength: 14 },
)

/** What answers a question, in words as the file has them. */
const answerTo = ({ kind }: ModelQuestion, word: string): { value: string; said: string } => {
  if (kind === 'yes_no') return { value: 'yes', said: 'yes' }
  if (kind === 'choice') return { value: 'b', said: 'The second' }
  const value = kind === 'text' ? word.replaceAll('\n', ' ') : word
  return { value, said: value }
}

async function live(
  history: readonly (typeof moves extends fc.Arbitrary<infer M> ? M : never)[0][],
) {
  const people = ['ann', 'bo'].map(name => ({ full_name: name, email: `${name}@example.org` }))
  const { eventId, orderId, attendees } = await orderFor(app, people)
  const questions: ModelQuestion[] = []
  const answers = new Map<string, string>()
  const path = `/events/${eventId}/questions`
  for (const { move, which, who, kind, of, word } of history) {
    const question = questions[which % Math.max(1, questions.length)]
    if (move === 'ask' || !question) {
      const text = `${word} ${questions.length}`
      const choices = [
        { id: 'a', text: { en: 'The first' } },
        { id: 'b', text: { en: 'The second' } },
      ]
      const body = { asked_of: of, kind, text: { en: text }, ...(kind === 'choice' && { choices }) }
      const { json } = await app.admin('POST', path, { ...staff, body })
      questions.push({ id: json.id, of, text, kind, closed: false })
    } else if (move === 'word') {
      question.text = `${word} again`
      const body = { text: { en: question.text } }
      expect((await app.admin('PATCH', `${path}/${question.id}`, { ...staff, body })).status).toBe(
        200,
      )
    } else if (move === 'close') {
      question.closed = true
      const body = { closed: true }
      await app.admin('PATCH', `${path}/${question.id}`, { ...staff, body })
    } else {
      const id = question.of === 'order' ? orderId : (attendees[who % 2]?.id ?? 0)
      const to = question.of === 'order' ? `/orders/${id}` : `/attendees/${id}`
      const { value, said } = answerTo(question, word)
      const given = move === 'answer' ? value : null
      const body = { answers: [{ question: question.id, value: given }] }
      const { status } = await app.admin('PUT', `${to}/answers`, { ...staff, body })
      const key = `${question.id} ${question.of === 'order' ? 'order' : id}`
      expect([question.id, status]).toEqual([question.id, question.closed && given ? 400 : 200])
      if (question.closed) continue
      if (given === null) answers.delete(key)
      else answers.set(key, said)
    }
  }
  return { eventId, attendees, questions, answers }
}

test(
  `a file of answers has a column for each question and a value for each answer, whatever was edited (k2, seed ${seed})`,
  async () => {
    await fc.assert(
      fc.asyncProperty(moves, async history => {
        const { eventId, attendees, questions, answers } = await live(history)
        const { status, text } = await app.admin('GET', `/events/${eventId}/answers.csv`, staff)
        expect(status).toBe(200)
        const [head = [], ...rows] = cellsOfCsv(text)
        const columns = questions.map(
          ({ id, text: words }) => `${id} ${words.replaceAll(/\s+/g, ' ')}`,
        )
        expect(head).toEqual(['attendee', 'order', 'name', 'ticket', ...columns])
        expect(rows.map(([id]) => Number(id))).toEqual(attendees.map(({ id }) => id))
        for (const [id, , , , ...cells] of rows) {
          const expected = questions.map(
            ({ id: question, of }) =>
              answers.get(`${question} ${of === 'order' ? 'order' : id}`) ?? '',
          )
          expect(cells).toEqual(expected)
        }
      }),
      { numRuns: long ? 200 : 5, seed },
    )
  },
  long ? 600_000 : 20_000,
)
