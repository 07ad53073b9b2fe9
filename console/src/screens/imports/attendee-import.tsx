import { Alert, Button, FileButton, Group, NativeSelect, SimpleGrid } from '@mantine/core'
import type { AttendeeImport, AttendeePlan } from '@marquee-events/client'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { sendAttendeeList } from '../../interface/marquee.ts'
import { attendeeImportsQuery } from '../../interface/import-queries.ts'
import { useEnded } from '../../interface/writes.ts'
import { wordsOf } from '../../interface/wrong.ts'
import { Card, Head, Wrong } from '../../pieces/page.tsx'
import { type Column, Records } from '../../pieces/records.tsx'
import { counted, instantWords } from '../../pieces/words.ts'
import { RunState } from './imports.tsx'

const route = getRouteApi('/events/$event/import')

const fields = [
  ['name', 'Whole name'],
  ['first_name', 'First name'],
  ['last_name', 'Last name'],
  ['email', 'E-mail address'],
  ['ticket', 'Ticket type'],
  ['code', 'Code on the ticket'],
  ['reference', 'Number of the ticket'],
  ['status', 'State (cancelled, unpaid)'],
  ['note', 'Note for the door'],
] as const

type Mapping = Readonly<Record<string, string>>

/** The steps of a list: a file, what it would do, and what it did. */
function useList(event: number) {
  const [file, setFile] = useState<File | null>(null)
  const [plan, setPlan] = useState<AttendeePlan>()
  const [report, setReport] = useState<AttendeeImport>()
  const [wrong, setWrong] = useState('')
  const [isSending, setSending] = useState(false)
  const ended = useEnded()
  const send = async (work: () => Promise<void>) => {
    setSending(true)
    setWrong('')
    try {
      await work()
    } catch (error) {
      setWrong(wordsOf(error))
    } finally {
      setSending(false)
    }
  }
  const look = (chosen: File | null, mapping?: Mapping) => {
    setFile(chosen)
    setReport(undefined)
    if (!chosen) return setPlan(undefined)
    void send(async () =>
      setPlan(await sendAttendeeList<AttendeePlan>(event, 'plan', { file: chosen, mapping })),
    )
  }
  const run = () => {
    if (!file || !plan) return
    const list = { file, mapping: plan.mapping, plan: plan.plan }
    void send(async () => {
      setReport(await sendAttendeeList<AttendeeImport>(event, 'run', list))
      setPlan(undefined)
      setFile(null)
      await ended(['attendees', 'tickets', 'events'])
    })
  }
  return { file, plan, report, wrong, isSending, look, run }
}

/** Brings a list of attendees from another ticket system to an event. */
export function ImportAttendees() {
  const { event } = route.useParams()
  const list = useList(event)
  const { file, plan, report, wrong, isSending, look, run } = list
  return (
    <>
      <Head title="Import attendees" />
      <Wrong text={wrong} />
      {report && <Report report={report} />}
      <Card>
        <p className="soft" style={{ marginTop: 0 }}>
          The list of another ticket system or of a spreadsheet, as CSV. Codes on tickets that
          people have already go on working at the door. The same list may come again: nobody is
          made twice. Nobody gets a mail.
        </p>
        <Group mt="md">
          <FileButton
            accept=".csv,.tsv,.txt,text/csv"
            inputProps={{ 'aria-label': 'Choose a list' }}
            onChange={chosen => look(chosen)}
          >
            {props => (
              <Button {...props} variant={file ? 'default' : 'filled'} loading={isSending}>
                {file ? 'Choose another list' : 'Choose a list'}
              </Button>
            )}
          </FileButton>
          {file && <span className="strong">{file.name}</span>}
        </Group>
      </Card>
      {plan && file && (
        <>
          <Columns plan={plan} choose={mapping => look(file, mapping)} />
          <Plan plan={plan} />
          <Group justify="flex-end" my="md">
            <Button loading={isSending} disabled={plan.made === 0} onClick={run}>
              {plan.made === 0 ? 'Nothing to bring' : `Bring ${counted(plan.made, 'attendee')}`}
            </Button>
          </Group>
        </>
      )}
      <Earlier event={event} />
    </>
  )
}

/** What each column is. A change asks anew what the list would do. */
function Columns({ plan, choose }: { plan: AttendeePlan; choose: (mapping: Mapping) => void }) {
  const data = [
    { value: '', label: 'not in the list' },
    ...plan.columns.map(name => ({ value: name, label: name })),
  ]
  return (
    <Card title="Columns">
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {fields.map(([field, label]) => (
          <NativeSelect
            key={field}
            label={label}
            data={data}
            value={plan.mapping[field] ?? ''}
            onChange={({ currentTarget: { value } }) => {
              const { [field]: _, ...others } = plan.mapping
              choose(value === '' ? others : { ...others, [field]: value })
            }}
          />
        ))}
      </SimpleGrid>
    </Card>
  )
}

const samples: readonly Column<AttendeePlan['samples'][number]>[] = [
  { head: 'Line', cell: ({ line }) => line },
  {
    head: 'Attendee',
    cell: ({ name, email }) => (
      <>
        <span className="strong">{name}</span>
        <div className="soft small">{email}</div>
      </>
    ),
  },
  { head: 'Ticket', cell: ({ ticket }) => ticket },
  { head: 'Code', cell: ({ code }) => <span className="code">{code || 'a new one'}</span> },
]

const tickets: readonly Column<AttendeePlan['tickets'][number]>[] = [
  { head: 'Ticket type', cell: ({ name }) => name },
  {
    head: 'Here',
    cell: ({ id }) => (id === null ? 'will be made: free, not on sale' : 'is there'),
  },
  { head: 'Places', right: true, cell: ({ places }) => places.toLocaleString() },
]

const lines: readonly Column<{ line: number; reason: string }>[] = [
  { head: 'Line', cell: ({ line }) => line },
  { head: 'Why', cell: ({ reason }) => reason },
]

function Plan({ plan }: { plan: AttendeePlan }) {
  const keep = `${plan.codes.toLocaleString()} of ${plan.made.toLocaleString()}`
  return (
    <Card title="What would be done">
      <p>
        {counted(plan.lines, 'line')}: <strong>{counted(plan.made, 'new attendee')}</strong>,{' '}
        {plan.repeated} came before, {plan.refused} refused.
      </p>
      <p style={{ fontSize: '1.3rem', lineHeight: 1.25 }}>
        Codes already on tickets that keep working: <strong>{keep}</strong>
      </p>
      {plan.samples.length > 0 && (
        <Records
          label="The first lines as they are understood"
          columns={samples}
          rows={plan.samples}
          keyOf={({ line }) => line}
        />
      )}
      {plan.tickets.length > 0 && (
        <div style={{ marginTop: 14 }}>
          <Records
            label="Ticket types"
            columns={tickets}
            rows={plan.tickets}
            keyOf={({ name }) => name}
          />
        </div>
      )}
      <Lines title="Refused" of={plan.refusals} total={plan.refused} />
      <Lines title="Came before" of={plan.repeats} total={plan.repeated} />
    </Card>
  )
}

function Lines(props: {
  title: string
  of: readonly { line: number; reason: string }[]
  total: number
}) {
  const { title, of, total } = props
  if (of.length === 0) return null
  return (
    <div style={{ marginTop: 14 }}>
      <h3>{title}</h3>
      <Records
        label={`${title} lines`}
        columns={lines}
        rows={of}
        keyOf={({ line }) => line}
        {...(total > of.length && { foot: `The first ${of.length} of ${total}.` })}
      />
    </div>
  )
}

function Report({ report }: { report: AttendeeImport }) {
  return (
    <Alert
      color={report.state === 'done' ? 'good' : 'bad'}
      variant="light"
      role="status"
      mb="md"
      title={`${counted(report.made, 'attendee')} came`}
    >
      <p style={{ margin: 0 }}>
        {report.codes} keep the code on their ticket, {report.repeated} came before,{' '}
        {report.refused} refused.
      </p>
      <Lines title="Refused" of={report.refusals} total={report.refused} />
    </Alert>
  )
}

const earlier: readonly Column<Omit<AttendeeImport, 'refusals'>>[] = [
  {
    head: 'List',
    cell: ({ file, by, started_at }) => (
      <>
        <span className="strong">{file || 'without a name'}</span>
        <div className="soft small">
          {instantWords(started_at)}
          {by !== null && `, ${by}`}
        </div>
      </>
    ),
  },
  { head: 'Came', right: true, cell: ({ made }) => made.toLocaleString() },
  { head: 'Refused', right: true, cell: ({ refused }) => refused.toLocaleString() },
  { head: 'State', right: true, cell: ({ state }) => <RunState state={state} /> },
]

function Earlier({ event }: { event: number }) {
  const { data: imports = [] } = useQuery(attendeeImportsQuery(event))
  if (imports.length === 0) return null
  return (
    <section style={{ marginTop: 24 }}>
      <h2>Lists that came</h2>
      <Records label="Lists that came" columns={earlier} rows={imports} keyOf={({ id }) => id} />
    </section>
  )
}
