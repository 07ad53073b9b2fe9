import { Button, Checkbox, Group } from '@mantine/core'
import type { Event, Question } from '@marquee-events/client'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import { textIn } from '../../../../src/core/questions/rules.ts'
import { marquee } from '../../interface/marquee.ts'
import { eventQuery, questionsQuery } from '../../interface/queries.ts'
import { useRights } from '../../interface/rights.ts'
import { useWrite } from '../../interface/writes.ts'
import { Dialog, useDialogInAddress } from '../../pieces/dialog.tsx'
import { Card, Empty, Head } from '../../pieces/page.tsx'
import { plain } from '../../pieces/words.ts'
import { NotYours } from '../../shell/missing.tsx'
import { site } from '../../site.ts'
import { Preview } from './preview.tsx'
import { kindWords, wordOf } from './question-draft.ts'
import { QuestionForm } from './question-form.tsx'

const route = getRouteApi('/events/$event')

/** What an event asks, beside the form as buyers see it; for who may edit the event or read its attendees. */
export function Questions() {
  const { event: id } = route.useParams()
  const { data: event } = useSuspenseQuery(eventQuery(id))
  const { may } = useRights()
  return event.nonces || may('attendees.read', id) ? (
    <QuestionList id={id} event={event} />
  ) : (
    <NotYours />
  )
}

function QuestionList({ id, event }: { id: number; event: Event }) {
  const { data } = useSuspenseQuery(questionsQuery(id))
  const questions: readonly Question[] = data.questions
  const { isOpen, open, close } = useDialogInAddress()
  const [edited, edit] = useState<Question>()
  const mayWrite = event.nonces !== undefined
  const language = site.language
  const shut = () => {
    edit(undefined)
    if (isOpen) close()
  }
  return (
    <>
      <Head title="Questions" above={plain(event.title)}>
        {mayWrite && <Button onClick={open}>Ask a question</Button>}
      </Head>
      {questions.length === 0 && (
        <Empty title="It asks nothing">
          <p className="soft">Buyers give a name and an address, and no more.</p>
        </Empty>
      )}
      {questions.map((question, at) => (
        <OneQuestion
          key={question.id}
          {...{ event: id, question, questions, at, mayWrite, language }}
          edit={() => edit(question)}
        />
      ))}
      {questions.length > 0 && (
        <>
          <Preview event={id} questions={questions} language={language} />
          <AnswerFiles event={id} />
        </>
      )}
      <Dialog
        opened={isOpen || edited !== undefined}
        onClose={shut}
        title={edited ? 'Change the question' : 'Ask a question'}
        size="lg"
      >
        <QuestionForm
          key={edited?.id ?? 0}
          {...{ event: id, question: edited, questions, language, close: shut }}
        />
      </Dialog>
    </>
  )
}

const files = [
  ['csv?mark=true', 'CSV'],
  ['xlsx', 'a spreadsheet'],
  ['ndjson', 'JSON, a line each'],
] as const

/** All answers as files; sensitive ones are asked for by themselves. */
function AnswerFiles({ event }: { event: number }) {
  const { may } = useRights()
  const [sensitive, setSensitive] = useState(false)
  const address = (file: string) => {
    const [format = '', query = ''] = file.split('?')
    const asked = [query, sensitive ? 'sensitive=true' : ''].filter(Boolean).join('&')
    return `${site.api}/admin/v1/events/${event}/answers.${format}${asked && `?${asked}`}`
  }
  return (
    <Card title="All answers as a file">
      <Group>
        {files.map(([file, name]) => (
          <a key={name} href={address(file)} download>
            As {name}
          </a>
        ))}
      </Group>
      {may('attendees.write', event) && (
        <Checkbox
          mt="md"
          label="With sensitive answers"
          checked={sensitive}
          onChange={({ currentTarget }) => setSensitive(currentTarget.checked)}
        />
      )}
    </Card>
  )
}

type OneProps = {
  event: number
  question: Question
  questions: readonly Question[]
  at: number
  mayWrite: boolean
  language: string
  edit: () => void
}

function OneQuestion({ event, question, questions, at, mayWrite, language, edit }: OneProps) {
  const { closed } = question
  return (
    <Card title={textIn(question.text, language)}>
      <p>
        {question.asked_of === 'order' ? 'Asks the buyer' : 'Asks each guest'}
        {' · '}
        {kindWords[question.kind]}
        {question.required && ' · required'}
        {question.sensitive && ' · sensitive'}
        {closed && ' · closed'}
      </p>
      <p className="soft small">{conditionIn(question, questions, language)}</p>
      <Counts {...{ event, question, language }} />
      {mayWrite && <Acts {...{ event, question, questions, at, edit }} />}
    </Card>
  )
}

function conditionIn({ show_if: condition }: Question, all: readonly Question[], language: string) {
  const source = condition && all.find(({ id }) => id === condition.question)
  if (!condition || !source) return 'Always asked.'
  const words = condition.is.map(word => wordOf(source, word, language)).join(' or ')
  return `Only if “${textIn(source.text, language)}” is ${words}.`
}

/** How often it was answered, and each choice: a link to the rows that were counted. */
function Counts({ event, question, language }: Pick<OneProps, 'event' | 'question' | 'language'>) {
  const { id, answered = 0, counts = {}, asked_of: of } = question
  if (answered === 0) return <p className="small soft">No answers yet.</p>
  const rows = (word: string) => ({
    'filter.event': String(event),
    'filter.status': of === 'order' ? 'paid' : 'valid',
    [`filter.answer.${id}`]: word,
  })
  return (
    <p className="small">
      {answered} answered
      {Object.entries(counts).map(([word, count]) => (
        <Fragment key={word}>
          {' · '}
          <Link to={of === 'order' ? '/orders' : '/attendees'} search={rows(word)}>
            {wordOf(question, word, language)} {count}
          </Link>
        </Fragment>
      ))}
    </p>
  )
}

type ActsProps = Pick<OneProps, 'event' | 'question' | 'questions' | 'at' | 'edit'>

function Acts({ event, question, questions, at, edit }: ActsProps) {
  const { id, closed, answered = 0 } = question
  const move = useWrite({
    write: () => {
      const order = questions.map(one => one.id)
      order.splice(at - 1, 2, id, order[at - 1] ?? id)
      return marquee.orderQuestions({ id: event, order })
    },
    changes: ['questions'],
    done: 'The order is saved.',
  })
  const turn = useWrite({
    write: () => marquee.updateQuestion({ id: event, question: id, closed: !closed }),
    changes: ['questions'],
    done: closed ? 'It is asked again.' : 'It is asked no more.',
  })
  const remove = useWrite({
    write: () => marquee.deleteQuestion({ id: event, question: id }),
    changes: ['questions'],
    done: 'The question is gone.',
  })
  return (
    <Group gap="xs">
      <Button variant="default" size="xs" onClick={edit}>
        Change
      </Button>
      {at > 0 && (
        <Button variant="default" size="xs" onClick={() => move.mutate(undefined)}>
          Move up
        </Button>
      )}
      <Button variant="default" size="xs" onClick={() => turn.mutate(undefined)}>
        {closed ? 'Ask again' : 'Close'}
      </Button>
      {answered === 0 && (
        <Button variant="default" size="xs" color="bad" onClick={() => remove.mutate(undefined)}>
          Delete
        </Button>
      )}
    </Group>
  )
}
