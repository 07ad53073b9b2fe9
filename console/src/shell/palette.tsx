import { Modal, TextInput } from '@mantine/core'
import { useDebouncedValue, useDisclosure, useHotkeys } from '@mantine/hooks'
import type { SearchHit } from '@marquee-events/client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useState } from 'react'
import { searchQuery } from '../interface/queries.ts'
import { useRights } from '../interface/rights.ts'
import { Icon } from '../pieces/icon.tsx'
import { actionsFor, type Choice, chosenBy } from './actions.ts'

const kinds = { order: 'Order', attendee: 'Attendee', event: 'Event', code: 'Coupon' }

/** The screen of what was found. */
function addressOf({ kind, id, order, title }: SearchHit): string {
  if (kind === 'event') return `/events/${id}`
  if (kind === 'code') return `/coupons?search=${encodeURIComponent(title)}`
  if (kind === 'attendee' && order === undefined) return `/attendees?search=${id}`
  return `/orders?open=${order ?? id}`
}

const choiceOf = (hit: SearchHit): Choice => ({
  key: `${hit.kind} ${hit.id}`,
  name: hit.title,
  detail: [kinds[hit.kind], hit.detail].filter(part => part !== '').join(' · '),
  to: addressOf(hit),
})

/** The button that opens the palette, where there is no keyboard. */
export function FindButton({ open }: { open: () => void }) {
  return (
    <button type="button" className="find" onClick={open} aria-haspopup="dialog">
      <Icon name="search" />
      <span>Search</span>
    </button>
  )
}

/** Finds everything and begins everything: `/` or Ctrl-K opens it from any screen. */
export function usePalette() {
  const [isOpen, { open, close }] = useDisclosure(false)
  useHotkeys([['/', open]])
  // Also while something is being typed.
  useHotkeys([['mod+K', open]], [])
  return { isOpen, open, close }
}

export function Palette({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title="Search everything"
      size="lg"
      centered={false}
      yOffset="8vh"
    >
      <Finder close={close} />
    </Modal>
  )
}

function Finder({ close }: { close: () => void }) {
  const rights = useRights()
  const router = useRouter()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const [, event] = /\/events\/(\d+)/.exec(router.state.location.pathname) ?? []
  const [words] = useDebouncedValue(typed.trim(), 150)
  const found = useQuery({
    ...searchQuery(words),
    enabled: words.length > 1,
    placeholderData: keepPreviousData,
  })
  const hits = typed.trim().length > 1 ? (found.data?.hits ?? []).map(choiceOf) : []
  const choices = [
    ...hits,
    ...chosenBy(typed, actionsFor(rights, event === undefined ? undefined : Number(event))),
  ].slice(0, 20)
  const go = (choice: Choice | undefined) => {
    if (!choice) return
    close()
    router.history.push(router.basepath + choice.to)
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      return go(choices[at])
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined || choices.length === 0) return
    event.preventDefault()
    setAt((at + step + choices.length) % choices.length)
  }
  return (
    <>
      <TextInput
        label="Name, e-mail, number, code, or what you want to do"
        role="combobox"
        aria-expanded={choices.length > 0}
        aria-controls="found"
        aria-activedescendant={choices.length > 0 ? `found-${at}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        maxLength={200}
        value={typed}
        onChange={event => {
          setTyped(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={keys}
        data-autofocus
      />
      <p className="visually-hidden" role="status">
        {`${choices.length} found`}
      </p>
      <ul className="found" id="found" role="listbox" aria-label="Found">
        {choices.map((choice, index) => (
          // Keys move in the field; this is for the mouse.
          <li
            key={choice.key}
            id={`found-${index}`}
            role="option"
            aria-selected={index === at}
            onClick={() => go(choice)}
            onMouseMove={() => setAt(index)}
          >
            <span className="strong">{choice.name}</span>
            <span className="soft small">{choice.detail}</span>
          </li>
        ))}
      </ul>
      {choices.length === 0 && !found.isFetching && (
        <p className="soft">
          Nothing is like that. One wrong letter in a long word is found; two are not.
        </p>
      )}
    </>
  )
}
