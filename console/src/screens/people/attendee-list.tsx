import { Button, Group, NativeSelect } from '@mantine/core'
import type { Question } from '@marquee-events/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { asked, type ListAddress, withParts } from '../../interface/list-address.ts'
import { marquee } from '../../interface/marquee.ts'
import { attendeesQuery } from '../../interface/queries.ts'
import { useRights } from '../../interface/rights.ts'
import { useWrite } from '../../interface/writes.ts'
import { Empty, Failed, Head, Waiting } from '../../pieces/page.tsx'
import { Perhaps } from '../../pieces/perhaps.tsx'
import { type Column, Records, ShowMore } from '../../pieces/records.tsx'
import { ListTools } from '../../pieces/list-tools.tsx'
import { NarrowedTo } from '../../pieces/narrowed-to.tsx'
import { MessageLink } from '../runs/message-link.tsx'
import { SearchField } from '../../pieces/search-field.tsx'
import { counted, instantWords } from '../../pieces/words.ts'
import { State } from '../events/event-state.tsx'
import { textIn } from '../../../../src/core/questions/rules.ts'
import { site } from '../../site.ts'
import { AnswerFilters, filtered, shownAs, useQuestionsOf } from './answer-filters.tsx'
import { CorrectAttendee } from './correct-attendee.tsx'

const route = getRouteApi('/attendees')

type Row = Record<string, string | number | null>
const cell = (row: Row, name: string) =>
  row[name] === undefined || row[name] === null ? '' : String(row[name])

const states: Readonly<Record<string, readonly [string, string]>> = {
  valid: ['Valid', 'good'],
  open: ['Not paid yet', 'warn'],
  declined: ['Declined', 'warn'],
  ended: ['Ended', 'bad'],
}

type Acts = { correct: (id: number) => void; mayWrite: boolean; questions: readonly Question[] }

const columns = ({ correct, mayWrite, questions }: Acts): readonly Column<Row>[] => [
  {
    head: 'Attendee',
    cell: row => (
      <>
        <span className="strong">{cell(row, 'name') || 'No name yet'}</span>
        <div className="soft small">
          {cell(row, 'ticket')} · {cell(row, 'event')}
        </div>
      </>
    ),
  },
  {
    head: 'Order',
    cell: row =>
      row['order'] === null || row['order'] === undefined ? (
        <span className="soft small">none</span>
      ) : (
        <Link to="/orders/$order" params={{ order: Number(row['order']) }}>
          {cell(row, 'order')}
        </Link>
      ),
  },
  {
    head: 'State',
    cell: row => {
      const [word, tone] = states[cell(row, 'status')] ?? ['', 'warn']
      return <State colour={tone}>{word}</State>
    },
  },
  {
    head: 'Door',
    cell: row => (
      <span className="small">
        {row['checked_in'] ? (
          `inside since ${instantWords(cell(row, 'checked_in'))}`
        ) : (
          <span className="whole">not in yet</span>
        )}
      </span>
    ),
  },
  ...questions.map(
    (question): Column<Row> => ({
      head: textIn(question.text, site.language),
      cell: row => (
        <span className="small breaks answer">{cell(row, `answer.${question.id}`)}</span>
      ),
    }),
  ),
  {
    head: 'Change',
    right: true,
    cell: row =>
      mayWrite && (
        <>
          <Button
            variant="subtle"
            px="xs"
            aria-label={`Correct ${cell(row, 'name') || `place ${cell(row, 'number')}`}`}
            onClick={() => correct(Number(row['number']))}
          >
            Correct
          </Button>
          {cell(row, 'status') === 'valid' && <CheckIn row={row} />}
        </>
      ),
  },
]

/** Checking in by hand; the button that takes it back is what undoing is. */
function CheckIn({ row }: { row: Row }) {
  const isInside = Boolean(row['checked_in'])
  const name = cell(row, 'name') || `place ${cell(row, 'number')}`
  const write = useWrite({
    write: () => marquee.updateAttendee({ id: Number(row['number']), checked_in: !isInside }),
    changes: ['attendees', 'events'],
    done: isInside ? `${name} is outside again.` : `${name} is inside.`,
  })
  return (
    <Button
      variant="subtle"
      px="xs"
      loading={write.isPending}
      aria-label={isInside ? `Undo the check-in of ${name}` : `Check ${name} in`}
      onClick={() => write.mutate(undefined)}
    >
      {isInside ? 'Undo' : 'Check in'}
    </Button>
  )
}

/** Whom the address opens: a link of what waits has `open=attendee.12`. */
function openIn({ open = '' }: ListAddress): number | undefined {
  const [, id] = /^attendee\.(\d{1,15})$/.exec(open) ?? []
  return id === undefined ? undefined : Number(id)
}

type FilterProps = {
  address: ListAddress
  questions: readonly Question[]
  go: (parts: Record<string, string>, replace?: boolean) => void
}

function Filters({ address, questions, go }: FilterProps) {
  return (
    <Group mb="md" align="end">
      <SearchField
        value={address['search'] ?? ''}
        label="Search people"
        placeholder="Name, e-mail or code"
        onSearch={search => go({ search }, true)}
      />
      <NativeSelect
        label="Door"
        value={address['filter.checked_in'] ?? ''}
        data={[
          { value: '', label: 'Inside or not' },
          { value: 'true', label: 'Inside' },
          { value: 'false', label: 'Not in yet' },
        ]}
        onChange={({ currentTarget: { value } }) => go({ 'filter.checked_in': value })}
      />
      <NativeSelect
        label="Names"
        value={address['filter.named'] ?? ''}
        data={[
          { value: '', label: 'With or without' },
          { value: 'false', label: 'Missing' },
          { value: 'true', label: 'Given' },
        ]}
        onChange={({ currentTarget: { value } }) => go({ 'filter.named': value })}
      />
      <NativeSelect
        label="Answers"
        value={address['filter.answers_missing'] ?? ''}
        data={[
          { value: '', label: 'Complete or not' },
          { value: 'true', label: 'Missing in the order' },
          { value: 'false', label: 'Complete' },
        ]}
        onChange={({ currentTarget: { value } }) => go({ 'filter.answers_missing': value })}
      />
      <AnswerFilters questions={questions} address={address} go={go} />
    </Group>
  )
}

/** Who has a place. */
export function AttendeeListScreen() {
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const { mayAnywhere } = useRights()
  const correcting = openIn(address)
  const questions = useQuestionsOf(address)
  const shown = shownAs(questions)
  const list = useInfiniteQuery(
    attendeesQuery(
      asked(address),
      shown.map(({ id }) => id),
    ),
  )
  const rows = list.data?.pages.flatMap(page => page.rows) ?? []
  const count = list.data?.pages[0]?.count
  const isNarrowed = Object.keys(asked(address)).length > 0
  const go = (parts: Record<string, string>, replace = false) =>
    void navigate({ search: withParts(address, parts), replace })
  return (
    <>
      <Head title="People" above="Everybody with a place">
        <ListTools list="attendees" address={asked(address)} />
        <MessageLink list="attendees" address={asked(address)} />
      </Head>
      <Filters address={address} questions={questions} go={go} />
      <NarrowedTo
        address={address}
        fields={[
          'filter.checked_in',
          'filter.named',
          'filter.answers_missing',
          ...filtered(questions).map(({ id }) => `filter.answer.${id}`),
        ]}
        remove={part => go({ [part]: '' })}
      />
      {list.isPending && <Waiting />}
      {list.isError && <Failed error={list.error} again={() => void list.refetch()} />}
      {list.isSuccess && rows.length === 0 && (
        <Empty title={isNarrowed ? 'Nobody is like that' : 'Nobody has a place yet'}>
          {address['search'] !== undefined && <Perhaps search={address['search']} />}
          {isNarrowed ? (
            <Link to="/attendees" search={{}}>
              Show everybody
            </Link>
          ) : (
            <p className="soft">Whoever gets a ticket appears here at once.</p>
          )}
        </Empty>
      )}
      {rows.length > 0 && (
        <Records
          label="People"
          columns={columns({
            correct: id => go({ open: `attendee.${id}` }),
            mayWrite: mayAnywhere('attendees.write'),
            questions: shown,
          })}
          rows={rows}
          labelled={shown.length > 0}
          keyOf={row => Number(row['number'])}
          aged={list.isPlaceholderData}
          foot={counted(count ?? rows.length, 'place')}
        />
      )}
      <ShowMore list={list} />
      {correcting !== undefined && (
        <CorrectAttendee key={correcting} id={correcting} close={() => go({ open: '' })} />
      )}
    </>
  )
}
