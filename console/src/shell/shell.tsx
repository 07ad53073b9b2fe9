import { Drawer } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect, useRef } from 'react'
import { useRights } from '../interface/rights.ts'
import { Icon } from '../pieces/icon.tsx'
import { Waiting } from '../pieces/page.tsx'
import { site } from '../site.ts'
import { AskingDialogs } from './asking.tsx'
import { places } from './places.ts'

/** What stands around every screen: the rail, on a phone the bar at its foot, and the ribbon of the sandbox. */
export function Shell() {
  const { mayAnywhere } = useRights()
  const mine = places.filter(({ needs }) => !needs || needs.some(mayAnywhere))
  const main = useRef<HTMLElement>(null)
  const path = useRouterState({ select: state => state.location.pathname })
  const before = useRef(path)
  useEffect(() => {
    // After following a link, reading goes on at the new screen and not at the end of the old one.
    if (before.current !== path) main.current?.focus({ preventScroll: true })
    before.current = path
  }, [path])
  return (
    <div className="app">
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <nav className="rail" aria-label="Site">
        <span className="lamps" aria-hidden="true">
          <i />
          <i />
          <i />
        </span>
        <ul>
          {mine.map(place => (
            <li key={place.to}>
              <PlaceLink place={place} />
            </li>
          ))}
        </ul>
      </nav>
      <div style={{ minWidth: 0 }}>
        {site.sandbox && (
          <aside className="ribbon" aria-label="Sandbox">
            Sandbox: payments are simulated, no money moves.
          </aside>
        )}
        <main id="main" ref={main} tabIndex={-1}>
          <Suspense fallback={<Waiting />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <PhoneBar mine={mine} />
      <AskingDialogs />
    </div>
  )
}

type Destination = (typeof places)[number]

function PlaceLink({ place, onFollow }: { place: Destination; onFollow?: () => void }) {
  return (
    <Link to={place.to} activeOptions={{ exact: place.to === '/' }} onClick={() => onFollow?.()}>
      <Icon name={place.icon} />
      {place.name}
    </Link>
  )
}

function PhoneBar({ mine }: { mine: readonly Destination[] }) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const first = mine.filter(place => place.first)
  return (
    <nav className="tabs" aria-label="Site, short">
      <ul>
        {first.map(place => (
          <li key={place.to}>
            <PlaceLink place={place} />
          </li>
        ))}
        <li>
          <a
            href="#more"
            role="button"
            aria-haspopup="dialog"
            onClick={event => {
              event.preventDefault()
              open()
            }}
          >
            <Icon name="more" />
            More
          </a>
        </li>
      </ul>
      <Drawer opened={isOpen} onClose={close} position="bottom" title="More" size="auto">
        <ul style={{ listStyle: 'none', padding: 0, margin: 0, display: 'grid', gap: 6 }}>
          {mine
            .filter(place => !place.first)
            .map(place => (
              <li key={place.to}>
                <Link
                  to={place.to}
                  onClick={close}
                  style={{ display: 'flex', gap: 12, alignItems: 'center', minHeight: 48 }}
                >
                  <Icon name={place.icon} />
                  {place.name}
                </Link>
              </li>
            ))}
        </ul>
      </Drawer>
    </nav>
  )
}
