// A phone at the door as a process of its own: it keeps what it scans in a file that outlives it, and says what it shows.
import { existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { randomFrom } from './fake-random.ts'

export type DevicePlan = {
  /** The services that it may reach. */
  bases: string[]
  secret: string
  event: number
  /** What it keeps. */
  journal: string
  guests: { id: number; code: string }[]
  seed: number
  /** Whether it decides alone, and sends when everybody came. */
  isOffline: boolean
  /** How long it waits for an answer before it decides alone. */
  answerMs: number
}

type Scan = { seq: number; attendee?: number; verdict?: string }
type Line = { scan: Scan } | { acknowledged: number }
type Answers = Map<number, string>

const plan = JSON.parse(process.argv[2] ?? '{}') as DevicePlan
const random = randomFrom(plan.seed)
const lines = existsSync(plan.journal)
  ? readFileSync(plan.journal, 'utf8')
      .split('\n')
      .filter(text => text !== '')
      .map(text => JSON.parse(text) as Line)
  : []
const file = openSync(plan.journal, 'a')
const scans = lines.flatMap(line => ('scan' in line ? [line.scan] : []))
let acknowledged = Math.max(
  0,
  ...lines.map(line => ('acknowledged' in line ? line.acknowledged : 0)),
)

/** On disk before anything is shown. */
function keep(line: Line) {
  writeSync(file, `${JSON.stringify(line)}\n`)
  fsyncSync(file)
}

function take(scan: object): number {
  const seq = scans.length + 1
  const whole = { seq, at: new Date().toISOString(), ...scan }
  keep({ scan: whole })
  scans.push(whole)
  return seq
}

const say = (word: 'green' | 'told', attendee: number) =>
  process.stdout.write(`${word} ${attendee}\n`)

/** Sends a part of what waits; undefined when no answer came. */
async function sendPart(most: number, timeoutMs: number): Promise<Answers | undefined> {
  const part = scans.slice(acknowledged, acknowledged + most)
  const base = plan.bases[Math.floor(random() * plan.bases.length)]
  try {
    const answer = await fetch(`${base}/svc/tickets/v1/door/scans`, {
      method: 'POST',
      headers: { authorization: `Bearer ${plan.secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ event: plan.event, sent_at: new Date().toISOString(), scans: part }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const json = (await answer.json()) as {
      results?: { seq: number; result: string }[]
      data?: { next?: number }
    }
    // Stored before, and the answer was lost.
    const gap = answer.status === 409 ? json.data?.next : undefined
    if (answer.status !== 200 && gap === undefined) return undefined
    acknowledged = gap === undefined ? acknowledged + part.length : gap - 1
    keep({ acknowledged })
    return new Map(json.results?.map(({ seq, result }) => [seq, result]))
  } catch {
    return undefined
  }
}

async function letIn({ id, code }: DevicePlan['guests'][number]): Promise<void> {
  if (plan.isOffline) {
    take({ attendee: id, code, verdict: 'admitted' })
    say('green', id)
    return
  }
  const seq = take({ attendee: id, code, verdict: 'waits' })
  const answers = await sendPart(500, plan.answerMs)
  const result = answers?.get(seq)
  if (result === undefined) {
    take({ kind: 'stands', of: seq })
    say('green', id)
    // People take their time, also where no answer is waited for.
    await pause(250)
  } else say(result === 'admitted' ? 'green' : 'told', id)
}

const scanned = new Set(scans.map(({ attendee }) => attendee))
for (const guest of plan.guests) {
  if (!scanned.has(guest.id)) await letIn(guest)
}
while (acknowledged < scans.length) {
  const most = 1 + Math.floor(random() * 20)
  if ((await sendPart(most, 20_000)) === undefined) await pause(50)
}
process.stdout.write('done\n')
