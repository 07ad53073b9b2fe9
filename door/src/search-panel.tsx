import { useState } from 'preact/hooks'
import type { Door } from './door.ts'
import type { Hit } from './service.ts'
import type { DoorState } from './state.ts'
import { say } from './words.ts'

type Props = { door: Door; state: DoorState; close: () => void }

/** People by name, where this phone may search and has a network: somebody whose ticket is at home, or whose phone is empty. */
export function SearchPanel({ door, state, close }: Props) {
  const [text, setText] = useState('')
  const [hits, setHits] = useState<readonly Hit[] | undefined>()
  const [isFailed, setFailed] = useState(false)
  const search = async (event: Event) => {
    event.preventDefault()
    try {
      setHits(await door.search(text))
      setFailed(false)
    } catch {
      setFailed(true)
    }
  }
  const letIn = (hit: Hit) => {
    void door.letInByName(hit)
    close()
  }
  const nameOf = (id: number) => state.about?.tickets.find(ticket => ticket.id === id)?.name ?? ''
  return (
    <form class="sheet" onSubmit={event => void search(event)}>
      <label>
        {say('search.label')}
        <input
          value={text}
          minLength={3}
          required
          autocomplete="off"
          onInput={({ currentTarget }) => setText(currentTarget.value)}
          ref={input => input?.focus()}
        />
      </label>
      <button type="submit" class="big">
        {say('search.find')}
      </button>
      {isFailed && (
        <p class="warn" role="alert">
          {say('search.failed')}
        </p>
      )}
      {hits?.length === 0 && <p role="status">{say('search.nobody')}</p>}
      <ul class="list">
        {hits?.map(hit => (
          <li key={hit.id}>
            <span>
              <b>{hit.name}</b>
              <small>
                {nameOf(hit.ticket)}
                {hit.state === 'valid' ? '' : ` · ${say('search.unpaid')}`}
                {hit.entered_at === null ? '' : ` · ${say('seen.word')}`}
              </small>
            </span>
            <button type="button" onClick={() => letIn(hit)}>
              {say('search.letIn')}
            </button>
          </li>
        ))}
      </ul>
      <button type="button" onClick={close}>
        {say('act.back')}
      </button>
    </form>
  )
}
