import type { Door } from './door.ts'
import { isUnpaid, type Judged } from './judge-scan.ts'
import type { DoorState, VerdictState } from './state.ts'
import { serviceTime } from './store.ts'
import { isWord, say } from './words.ts'

type VerdictProps = { door: Door; state: DoorState; shown: VerdictState }

const marks = {
  yes: 'M16 54l24 24 44-54',
  out: 'M20 50h58M56 28l22 22-22 22',
  seen: 'M50 11a39 39 0 1 0 .1 0M50 26v26l17 11',
  desk: 'M36 38a14 14 0 1 1 20 13c-5 3-6 6-6 11M50 78v.5',
  no: 'M22 22l56 56M78 22L22 78',
  wait: 'M28 50h.5M50 50h.5M72 50h.5',
} as const

const words = {
  yes: 'yes.word',
  out: 'yes.out',
  seen: 'seen.word',
  desk: 'desk.word',
  no: 'no.word',
  wait: 'wait.word',
} as const

/** A verdict by colour, sign and word, with what to do next; it is read out once. */
export function Verdict({ door, state, shown }: VerdictProps) {
  const { colour, judged } = shown
  const place = judged?.ticketName ?? ''
  return (
    <section class={`v ${colour}`} role="alert">
      <div class="top2">
        <svg class="mark" viewBox="0 0 100 100" aria-hidden="true">
          <path d={marks[colour]} />
        </svg>
        <h1>{judged && isUnpaid(judged) ? unpaidWords(judged) : say(words[colour])}</h1>
      </div>
      <Who state={state} shown={shown} />
      {place !== '' && colour !== 'no' && <p>{place}</p>}
      <Advice state={state} shown={shown} />
      <Actions door={door} state={state} shown={shown} />
    </section>
  )
}

/** That the order is not paid, with its sum where this phone was told it. */
function unpaidWords({ entry }: Judged): string {
  const [amount, currency] = entry?.owed?.split(' ') ?? []
  if (amount === undefined || currency === undefined) return say('desk.unpaid')
  const sum = Number(amount).toLocaleString('en', { style: 'currency', currency })
  return say('desk.owed', { amount: sum })
}

function Who({ state, shown: { colour, judged } }: Omit<VerdictProps, 'door'>) {
  if (colour === 'seen' && judged?.verdict.verdict === 'repeat') {
    const { at, gateId, deviceId } = judged.verdict.before
    const gate = state.about?.gates.find(({ id }) => id === gateId)?.name
    const own = deviceId !== null && deviceId === state.about?.device.id
    const where = gate ?? say(own ? 'seen.here' : 'seen.elsewhere')
    const time = at.toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' })
    const minutes = Math.max(
      0,
      Math.floor((serviceTime(state.about).getTime() - at.getTime()) / 60_000),
    )
    return (
      <>
        <p class="who">{say('seen.when', { time, gate: where })}</p>
        <p>{[say('seen.ago', { minutes }), judged.name].filter(Boolean).join(' · ')}</p>
      </>
    )
  }
  return judged?.name ? <p class="who">{judged.name}</p> : null
}

function Advice({ state, shown }: Omit<VerdictProps, 'door'>) {
  const { colour, judged, isAlone, needsRead } = shown
  if (!judged || colour === 'wait') return null
  if (needsRead) {
    return (
      <div class="say">
        <b>{say('note.title')}</b>
        {judged.notes.map(note => (
          <p key={note}>{note}</p>
        ))}
      </div>
    )
  }
  const lines = linesOf(state, shown).filter(line => line !== '')
  const alone = colour === 'yes' && isAlone ? [say('yes.alone')] : []
  if (lines.length + alone.length === 0) return null
  return (
    <div class="say">
      <ol>
        {[...lines, ...alone].map(line => (
          <li key={line}>{line}</li>
        ))}
      </ol>
    </div>
  )
}

function linesOf({ about }: DoorState, { colour, judged, left = [] }: VerdictState): string[] {
  if (!judged) return []
  const { verdict, family } = judged
  if (colour === 'seen') return [say('seen.ask'), say('seen.once')]
  if (isUnpaid(judged)) return [say('desk.takes')]
  if (colour === 'desk') return [say('desk.unknown'), say('desk.send')]
  if (verdict.verdict === 'refused') return refusedLines(about, judged.entry, verdict.reason)
  if (colour !== 'yes' || verdict.verdict !== 'admitted') return []
  return [
    verdict.remark === 'sold_since' ? say('yes.since') : '',
    verdict.remark === 'reissued' ? say('yes.reissued') : '',
    judged.claim?.byName ? say('yes.byName') : '',
    judged.claim === undefined || judged.claim.typed !== undefined ? say('yes.askName') : '',
    family.length > 0 ? say('yes.family', { count: family.length }) : '',
    left.length > 0 ? say('yes.left', { count: left.length }) : '',
  ]
}

/** Why somebody does not come in here, and where to go instead. */
function refusedLines(about: DoorState['about'], entry: Judged['entry'], reason: string): string[] {
  const key = `no.${reason}`
  const gates = about?.gates
    .filter(({ tickets }) => entry && (tickets.length === 0 || tickets.includes(entry.ticket)))
    .map(({ name, place }) => (place === '' ? name : `${name} (${place})`))
  return [
    isWord(key) ? say(key) : say('no.unknown'),
    reason === 'other_gate' && gates?.length ? say('no.gate', { gates: gates.join(', ') }) : '',
    reason === 'passed_on' ? say('no.newest') : '',
    say('no.desk'),
  ]
}

function Actions({ door, state, shown }: VerdictProps) {
  const { colour, judged, needsRead } = shown
  if (colour === 'wait') return null
  if (needsRead) {
    return (
      <div class="do">
        <button type="button" class="m" onClick={door.acknowledge}>
          {say('note.done')}
        </button>
      </div>
    )
  }
  const family = colour === 'yes' ? (judged?.family ?? []) : []
  const { entry } = judged ?? {}
  const offersUndo = colour === 'seen' && entry && !state.isPractice
  return (
    <div class="do">
      {family.length > 0 && (
        <button type="button" class="m" onClick={() => void door.letAllIn(family)}>
          {say('yes.all', { count: family.length + 1 })}
        </button>
      )}
      <button type="button" class={family.length > 0 ? '' : 'm'} onClick={door.next}>
        {say('act.next')}
      </button>
      {offersUndo && (
        <button type="button" onClick={() => void door.undoOther(entry)}>
          {say('seen.undo')}
        </button>
      )}
    </div>
  )
}
