import { useState } from 'preact/hooks'
import type { Door } from './door.ts'
import { eveningAt } from './evening.ts'
import type { DoorState } from './state.ts'
import { saveQueue } from './save-file.ts'
import { signal, wakeSound } from './signals.ts'
import { type About, type Past, serviceTime } from './store.ts'
import { isWord, say } from './words.ts'

type ScreenProps = { door: Door; state: DoorState }

/** A phone that is not paired: it asks for nothing, and sends nothing. */
export function PairScreen({ door, state, token }: ScreenProps & { token: string }) {
  const [isBusy, setBusy] = useState(false)
  const pair = async () => {
    setBusy(true)
    await door.pair(token)
    setBusy(false)
  }
  return (
    <main class="sheet">
      <h1>{say('pair.title')}</h1>
      {state.problem && (
        <p class="warn" role="alert">
          {say(state.problem)}
        </p>
      )}
      <p>{say('pair.text')}</p>
      {token === '' ? (
        <p>{say('pair.none')}</p>
      ) : (
        <button type="button" class="big" disabled={isBusy} onClick={() => void pair()}>
          {say('pair.button')}
        </button>
      )}
    </main>
  )
}

/** By the clock of the service: a phone whose clock is wrong asks no more often than others. */
export const eveningOf = (about: About): string =>
  eveningAt(serviceTime(about), zoneOf(about.event?.timezone))

/** Asked each evening: a door at which the wrong event is scanned turns everybody away. */
export function StartScreen({ door, state, about }: ScreenProps & { about: About }) {
  const [gate, setGate] = useState<number | null>(about.gate)
  const [isOut, setOut] = useState(about.isOut)
  const { event } = about
  const isReady = about.position !== undefined && state.loading === undefined
  const starts = event && new Date(event.starts_at)
  return (
    <main class="sheet">
      <p class="soft">{say('start.title')}</p>
      <h1>{event?.title}</h1>
      <p class="when">
        {starts?.toLocaleString([], {
          dateStyle: 'full',
          timeStyle: 'short',
          timeZone: zoneOf(event?.timezone),
        })}
      </p>
      {about.events.length > 1 && (
        <label>
          {say('start.event')}
          <select
            value={event?.id}
            onChange={({ currentTarget }) => void door.choose(Number(currentTarget.value))}
          >
            {about.events.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </label>
      )}
      {about.gates.length > 0 && (
        <label>
          {say('start.gate')}
          <select
            value={gate ?? ''}
            onChange={({ currentTarget: { value } }) =>
              setGate(value === '' ? null : Number(value))
            }
          >
            <option value="">{say('start.anyGate')}</option>
            {about.gates.map(({ id, name, place }) => (
              <option key={id} value={id}>
                {place === '' ? name : `${name}, ${place}`}
              </option>
            ))}
          </select>
        </label>
      )}
      <div class="h" role="group">
        <button type="button" aria-pressed={!isOut} onClick={() => setOut(false)}>
          {say('start.in')}
        </button>
        <button type="button" aria-pressed={isOut} onClick={() => setOut(true)}>
          {say('start.out')}
        </button>
      </div>
      {state.loading !== undefined && (
        <p role="status">{say('start.loading', { count: state.loading })}</p>
      )}
      {!isReady && state.loading === undefined && event && (
        <button type="button" onClick={() => void door.choose(event.id)}>
          {say('pair.failed')}
        </button>
      )}
      <button
        type="button"
        class="big"
        disabled={!isReady}
        onClick={() => {
          wakeSound()
          void door.open({ gate, isOut, day: eveningOf(about) })
        }}
      >
        {say('start.yes')}
      </button>
      <p class="soft">{say('start.home')}</p>
    </main>
  )
}

/** Zones that browsers do not know are shown in the phone's own. */
function zoneOf(zone: string | undefined): string | undefined {
  try {
    return zone && new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

type PanelProps = ScreenProps & { close: () => void }

export function TypePanel({ door, close }: Omit<PanelProps, 'state'>) {
  const [text, setText] = useState('')
  const check = (event: Event) => {
    event.preventDefault()
    if (text.trim() === '') return
    void door.scan(text)
    close()
  }
  return (
    <form class="sheet" onSubmit={check}>
      <label>
        {say('type.label')}
        <input
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
          autocomplete="off"
          autocapitalize="characters"
          aria-describedby="type-hint"
          spellcheck={false}
          ref={input => input?.focus()}
        />
      </label>
      <p id="type-hint" class="soft">
        {say('type.hint')}
      </p>
      <button type="submit" class="big">
        {say('type.check')}
      </button>
      <button type="button" onClick={close}>
        {say('act.back')}
      </button>
    </form>
  )
}

export function LastPanel({ door, state, close }: PanelProps) {
  return (
    <div class="sheet">
      <h1>{say('last.title', { count: state.past.length })}</h1>
      {state.past.length === 0 && <p>{say('last.none')}</p>}
      <ul class="list">
        {state.past.map(past => (
          <li key={past.seq}>
            <span>
              <b>{endOf(past)}</b>
              <small>
                {new Date(past.at).toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' })}{' '}
                {past.ticket}
              </small>
            </span>
            {canUndo(past) && (
              <button type="button" onClick={() => void door.undo(past).then(close)}>
                {say('act.undo')}
              </button>
            )}
          </li>
        ))}
      </ul>
      <button type="button" onClick={close}>
        {say('act.back')}
      </button>
    </div>
  )
}

const endOf = ({ end }: Past) => {
  const key = `end.${end}`
  return isWord(key) ? say(key) : end
}

export const canUndo = ({ end }: Past) => ['admitted', 'conflict', 'out', 'counted'].includes(end)

export function MorePanel({ door, state, close, search }: PanelProps & { search: () => void }) {
  const { about, unsent, isPractice } = state
  const [name, setName] = useState('')
  const [isSure, setSure] = useState(false)
  if (!about) return null
  const { isOut, gate } = about
  const done = (work: unknown) => {
    void work
    close()
  }
  const unpair = () => {
    if (unsent > 0 && name !== about.device.name) return setSure(true)
    done(door.unpair())
  }
  return (
    <div class="sheet">
      <div class="h">
        <button type="button" onClick={() => done(door.guest('guest_in'))}>
          {say('more.guestIn')}
        </button>
        <button type="button" onClick={() => done(door.guest('guest_out'))}>
          {say('more.guestOut')}
        </button>
      </div>
      <button
        type="button"
        onClick={() => done(door.open({ gate, isOut: !isOut, day: eveningOf(about) }))}
      >
        {say(isOut ? 'more.in' : 'more.out')}
      </button>
      {about.device.profile === 'search' && (
        <button type="button" onClick={search}>
          {say('search.open')}
        </button>
      )}
      <button type="button" aria-pressed={isPractice} onClick={() => done(door.practise())}>
        {say('more.practice', { on: isPractice ? 'yes' : 'no' })}
      </button>
      <button type="button" onClick={() => signal('yes')}>
        {say('more.sound')}
      </button>
      {unsent > 0 && (
        <button type="button" onClick={() => void saveQueue(door)}>
          {say('more.export')}
        </button>
      )}
      <button type="button" onClick={() => done(door.close())}>
        {say('more.door')}
      </button>
      {isSure && (
        <label>
          {say('more.unpairUnsent', { count: unsent, name: about.device.name })}
          <input value={name} onInput={({ currentTarget }) => setName(currentTarget.value)} />
        </label>
      )}
      <button type="button" onClick={unpair}>
        {say('more.unpair')}
      </button>
      <button type="button" class="big" onClick={close}>
        {say('act.back')}
      </button>
    </div>
  )
}
