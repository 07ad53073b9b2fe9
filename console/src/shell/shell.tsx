import { Drawer } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useRef } from 'react'
import { followChanges } from '../interface/live.ts'
import { useRights } from '../interface/rights.ts'
import { Icon } from '../pieces/icon.tsx'
import { Waiting } from '../pieces/page.tsx'
import { site } from '../site.ts'
import { AskingDialogs } from './asking.tsx'
import { FindButton, Palette, usePalette } from './palette.tsx'
import { NotYours } from './missing.tsx'
import { isOpenTo, mayOpen, places } from './places.ts'

/** What stands around every screen: the rail, on a phone the bar at its foot, and the ribbon of the sandbox. */
export function Shell() {
  const rights = useRights()
  const { mayAnywhere } = rights
  const mine = places.filter(place => !place.hidden && isOpenTo(place, rights))
  const main = useRef<HTMLElement>(null)
  const palette = usePalette()
  const queries = useQueryClient()
  const mayFollow = mayAnywhere('changes.read')
  useEffect(() => (mayFollow ? followChanges(queries) : undefined), [mayFollow, queries])
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
        <FindButton open={palette.open} />
        <ul>
          {mine.map(place => (
            <li key={place.to}>
              <PlaceLink place={place} />
            </li>
          ))}
        </ul>
      </nav>
      <div style={{ minWidth: 0 }}>
        {/* No header: a dialog has one of its own, and a page has one only. */}
        <nav className="top" aria-label="Start and search">
          <Link to="/">{site.name}</Link>
          <FindButton open={palette.open} />
        </nav>
        {site.sandbox && (
          <aside className="ribbon" aria-label="Sandbox">
            Sandbox: payments are simulated, no money moves.
          </aside>
        )}
        <main id="main" ref={main} tabIndex={-1}>
          <Suspense fallback={<Waiting />}>
            {mayOpen(path, rights) ? <Outlet /> : <NotYours />}
          </Suspense>
        </main>
      </div>
      <PhoneBar mine={mine} />
      <Palette isOpen={palette.isOpen} close={palette.close} />
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
