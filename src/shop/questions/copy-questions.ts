import type { Tx } from '../../platform/db/database.ts'
import { insertQuestion, listQuestions, placeQuestions } from './store.ts'

type Copies = {
  readonly from: number
  readonly to: number
  readonly tickets: readonly { readonly from: number; readonly id: number }[]
}

/** Gives an event the questions of another one that are asked still, about its own tickets; no answers. */
export async function copyQuestions(tx: Tx, { from, to, tickets }: Copies): Promise<void> {
  const every = (await listQuestions(tx, [from])).filter(({ closed }) => !closed)
  const copies = new Map(tickets.map(({ from: old, id }) => [old, id]))
  const group = every.flatMap(source => {
    const own = source.tickets.flatMap(id => copies.get(id) ?? [])
    // Asked with tickets that are gone only: the copy would ask everybody.
    return source.tickets.length > 0 && own.length === 0 ? [] : [{ ...source, tickets: own }]
  })
  // Conditions name questions that have none, so these are written first.
  const ids = new Map<number, number>()
  for (const source of group.filter(({ show_if: condition }) => !condition)) {
    ids.set(source.id, await insertQuestion(tx, to, source))
  }
  for (const { show_if: condition, ...source } of group) {
    const question = condition && ids.get(condition.question)
    if (!condition || question == null) continue
    ids.set(
      source.id,
      await insertQuestion(tx, to, { ...source, show_if: { ...condition, question } }),
    )
  }
  await placeQuestions(
    tx,
    group.flatMap(({ id }) => ids.get(id) ?? []),
  )
}
