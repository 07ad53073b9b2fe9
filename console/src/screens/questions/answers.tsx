import { Button, Group, Stack } from '@mantine/core'
import type { GivenAnswer, OrderPage, Question } from '@marquee-events/client'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { askedOfOrder, askedOfPlace } from '../../../../src/core/questions/rules.ts'
import { marquee } from '../../interface/marquee.ts'
import { attendeeAnswersQuery, orderAnswersQuery } from '../../interface/answer-queries.ts'
import { questionsQuery } from '../../interface/queries.ts'
import { useRights } from '../../interface/rights.ts'
import { Dialog } from '../../pieces/dialog.tsx'
import { Failed } from '../../pieces/page.tsx'
import { counted, instantWords } from '../../pieces/words.ts'
import { State } from '../events/event-state.tsx'
import { type AnsweredPart, AnswersForm } from './answers-form.tsx'
import { asAsked } from './question-draft.ts'

/** What an order and its guests were asked, with the answers; each part is corrected by itself. */
export function OrderAnswers({ order }: { order: OrderPage }) {
  const { may, mayAnywhere } = useRights()
  const found = useQuery(orderAnswersQuery(order.id))
  const sheet = found.data
  const events = [...new Set(sheet?.attendees.map(({ event }) => event))]
  const questions = useQuestions(events)
  if (found.isError) return <Failed error={found.error} again={() => void found.refetch()} />
  if (!sheet || [sheet, ...sheet.attendees].every(({ answers }) => answers.length === 0))
    return null
  const event = order.post_id ?? undefined
  const mayWrite = event === undefined ? mayAnywhere('orders.write') : may('orders.write', event)
  const places = sheet.attendees.map(one => ({ event_id: one.event, ticket_id: one.ticket }))
  const nameOf = (id: number) =>
    order.places.find(place => place.id === id)?.name || `Place ${placeNumber(order, id)}`
  return (
    <section aria-label="Answers">
      <div className="head" style={{ marginBottom: 8 }}>
        <h2>Answers</h2>
        <Lacking count={sheet.missing} />
      </div>
      <Part
        title="The order"
        answers={sheet.answers}
        missing={0}
        part={{ kind: 'order', id: order.id, name: 'the order' }}
        questions={questions && askedOfOrder(questions, places)}
        mayWrite={mayWrite}
      />
      {sheet.attendees.map(one => (
        <Part
          key={one.attendee}
          title={nameOf(one.attendee)}
          answers={one.answers}
          missing={one.missing}
          part={{ kind: 'attendee', id: one.attendee, name: nameOf(one.attendee) }}
          questions={
            questions && askedOfPlace(questions, { event_id: one.event, ticket_id: one.ticket })
          }
          above={sheet.answers}
          mayWrite={may('attendees.write', one.event)}
        />
      ))}
    </section>
  )
}

const placeNumber = ({ places }: OrderPage, id: number) =>
  places.find(place => place.id === id)?.number ?? ''

/** What one guest was asked, with the answers. */
export function AttendeeAnswers({ id, name }: { id: number; name: string }) {
  const { may } = useRights()
  const { data: sheet } = useQuery(attendeeAnswersQuery(id))
  const questions = useQuestions(sheet ? [sheet.event] : [])
  if (!sheet || sheet.answers.length === 0) return null
  return (
    <section aria-label="Answers">
      <Part
        title="Answers"
        answers={sheet.answers}
        missing={sheet.missing}
        part={{ kind: 'attendee', id, name }}
        questions={
          questions && askedOfPlace(questions, { event_id: sheet.event, ticket_id: sheet.ticket })
        }
        mayWrite={may('attendees.write', sheet.event)}
      />
    </section>
  )
}

/** The questions of these events as the rules take them; undefined until they are read, and for whoever may not read them. */
function useQuestions(events: readonly number[]) {
  const read = useQueries({ queries: events.map(event => questionsQuery(event)) })
  const lists = read.map(({ data }, at) =>
    data?.questions
      .filter(({ closed }) => !closed)
      .map((question: Question) => asAsked(question, events[at] ?? 0)),
  )
  return lists.some(list => list === undefined) ? undefined : lists.flatMap(list => list ?? [])
}

type PartProps = {
  title: string
  answers: readonly GivenAnswer[]
  missing: number
  part: Omit<AnsweredPart, 'send'>
  questions: readonly (Question & { event_id: number })[] | undefined
  above?: readonly GivenAnswer[]
  mayWrite: boolean
}

function Part({ title, answers, missing, part, questions, above = [], mayWrite }: PartProps) {
  const [isOpen, open] = useState(false)
  if (answers.length === 0) return null
  const send = (sent: Parameters<AnsweredPart['send']>[0]) =>
    part.kind === 'order'
      ? marquee.putOrderAnswers({ id: part.id, answers: sent })
      : marquee.putAttendeeAnswers({ id: part.id, answers: sent })
  return (
    <div className="place" style={{ display: 'block', marginTop: 8 }}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <span className="strong breaks">{title}</span>
        <Group gap="xs" wrap="nowrap">
          <Lacking count={missing} />
          {mayWrite && questions && (
            <Button
              variant="subtle"
              px="xs"
              aria-label={`Correct the answers of ${part.name}`}
              onClick={() => open(true)}
            >
              Correct
            </Button>
          )}
        </Group>
      </Group>
      <dl
        className="facts"
        style={{ marginTop: 6, gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' }}
      >
        {answers.map(answer => (
          <Answered key={answer.question} answer={answer} />
        ))}
      </dl>
      <Dialog opened={isOpen} onClose={() => open(false)} title={`Answers of ${part.name}`}>
        {questions && (
          <Stack>
            <AnswersForm
              part={{ ...part, send }}
              questions={questions}
              answers={answers}
              above={above}
              close={() => open(false)}
            />
          </Stack>
        )}
      </Dialog>
    </div>
  )
}

function Answered({ answer }: { answer: GivenAnswer }) {
  const { text, value, said, required, sensitive, by, given_at: at } = answer
  return (
    <>
      <dt>
        {text}
        {sensitive && <span className="small"> (sensitive)</span>}
      </dt>
      <dd>
        {value === undefined ? (
          <span className="soft">shown to those who may change attendees</span>
        ) : (
          (said ?? <span className="soft">{required ? 'missing' : 'not answered'}</span>)
        )}
        {by !== null && at !== null && (
          <div className="soft small">
            by {by}, {instantWords(at)}
          </div>
        )}
      </dd>
    </>
  )
}

/** How many answers are missing, as a badge. */
export function Lacking({ count }: { count: number }) {
  return count === 0 ? null : <State colour="warn">{`${counted(count, 'answer')} missing`}</State>
}
