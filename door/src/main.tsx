import { render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Camera } from './camera.tsx'
import { createDoor, type Door } from './door.ts'
import type { DoorState } from './state.ts'
import {
  LastPanel,
  MorePanel,
  PairScreen,
  StartScreen,
  eveningOf,
  TypePanel,
  canUndo,
} from './screens.tsx'
import { SearchPanel } from './search-panel.tsx'
import { createService } from './service.ts'
import { readSite, type Site } from './site.ts'
import { openStore } from './store.ts'
import { Verdict } from './verdict.tsx'
import { listenToScanner } from './scanner.ts'
import { say } from './words.ts'

type Panel = 'type' | 'last' | 'more' | 'search' | undefined

function App({ door, site }: { door: Door; site: Site }) {
  const [state, setState] = useState(door.read())
  const [token, setToken] = useState(takeToken)
  useEffect(() => door.hear(setState), [])
  useEffect(() => {
    const hear = () => setToken(takeToken())
    addEventListener('hashchange', hear)
    return () => removeEventListener('hashchange', hear)
  }, [])
  const { about } = state
  if (!about) return <PairScreen door={door} state={state} token={token} />
  if (about.confirmedOn !== eveningOf(about)) {
    return <StartScreen door={door} state={state} about={about} />
  }
  return <ScanScreen door={door} state={state} site={site} />
}

/** The token leaves the address at once, so that no history and no screenshot has it. */
function takeToken(): string {
  const token = location.hash.slice(1)
  if (token !== '') history.replaceState(null, '', location.pathname)
  return token
}

function ScanScreen({ door, state, site }: { door: Door; state: DoorState; site: Site }) {
  const [panel, setPanel] = useState<Panel>()
  const close = () => setPanel(undefined)
  // A verdict must be seen, whatever was open.
  useEffect(
    () =>
      listenToScanner(text => {
        close()
        void door.scan(text)
      }),
    [],
  )
  useWakeLock()
  const { shown, about } = state
  return (
    <main class={`ph ${about?.isOut ? 'isOut' : ''}`}>
      <NetBar state={state} />
      {state.isPractice && <p class="practice">{say('practice.bar')}</p>}
      <Camera site={site} onText={(text, spanMs) => void door.scan(text, spanMs)} />
      {shown ? <Verdict door={door} state={state} shown={shown} /> : <Idle state={state} />}
      <Foot state={state} door={door} open={setPanel} />
      {panel === 'type' && <TypePanel door={door} close={close} />}
      {panel === 'last' && <LastPanel door={door} state={state} close={close} />}
      {panel === 'more' && (
        <MorePanel door={door} state={state} close={close} search={() => setPanel('search')} />
      )}
      {panel === 'search' && <SearchPanel door={door} state={state} close={close} />}
    </main>
  )
}

function NetBar({ state: { isOnline, about, unsent, problem } }: { state: DoorState }) {
  const minutes = Math.max(0, Math.floor((Date.now() - (about?.syncedAt ?? 0)) / 60_000))
  return (
    <div class="net">
      <span>
        <b class={isOnline ? 'ok' : 'off'}>{say(isOnline ? 'net.ok' : 'net.off')}</b>{' '}
        <small>{say(isOnline ? 'net.age' : 'net.old', { minutes })}</small>
      </span>
      <b class="num">{say('net.send', { count: unsent })}</b>
      {problem === 'clock.off' && (
        <p class="warn" role="alert">
          {say('clock.off')}
        </p>
      )}
    </div>
  )
}

function Idle({ state: { about } }: { state: DoorState }) {
  const gate = about?.gates.find(({ id }) => id === about.gate)
  return (
    <section class="v idle">
      <h1>{about?.event?.title}</h1>
      <p class="who">
        {[gate?.name, say(about?.isOut ? 'start.out' : 'start.in')].filter(Boolean).join(' · ')}
      </p>
    </section>
  )
}

type FootProps = { state: DoorState; door: Door; open: (panel: Panel) => void }

function Foot({ state, door, open }: FootProps) {
  const { inside, expected } = state.about?.counts ?? { inside: 0, expected: 0 }
  const [last] = state.past
  return (
    <footer class="ft num">
      <div>
        <b>{inside}</b>
        <small>{say('foot.inside', { expected })}</small>
      </div>
      <button
        type="button"
        disabled={!last || !canUndo(last)}
        onClick={() => last && void door.undo(last)}
      >
        {say('act.undo')}
      </button>
      <button type="button" onClick={() => open('type')}>
        {say('act.type')}
      </button>
      <button type="button" onClick={() => open('last')}>
        {say('act.last')}
      </button>
      <button type="button" onClick={() => open('more')}>
        {say('act.more')}
      </button>
    </footer>
  )
}

function useWakeLock() {
  useEffect(() => {
    const ask = () =>
      document.visibilityState === 'visible' &&
      void navigator.wakeLock?.request('screen').catch(() => {})
    ask()
    document.addEventListener('visibilitychange', ask)
    return () => document.removeEventListener('visibilitychange', ask)
  }, [])
}

const Message = ({ text }: { text: string }) => (
  <main class="sheet">
    <p class="warn" role="alert">
      {text}
    </p>
  </main>
)

/** A new version waits until everything was sent and nobody stands at the door. */
async function keepOffline(site: Site, door: Door) {
  const registration = await navigator.serviceWorker?.register(`${site.base}/door/sw.js`, {
    scope: `${site.base}/door`,
  })
  const takeOver = () => {
    const { unsent, shown } = door.read()
    if (registration?.waiting && unsent === 0 && !shown)
      registration.waiting.postMessage('take over', [])
  }
  setInterval(takeOver, 30_000)
}

async function begin(root: HTMLElement) {
  const site = readSite()
  if (!isSecureContext) return render(<Message text={say('secure.none')} />, root)
  // Two pages of one phone would give the same numbers to different scans.
  const isAlone = await new Promise<boolean>(resolve => {
    void navigator.locks.request('marquee-door', { ifAvailable: true }, lock => {
      resolve(lock !== null)
      return lock && new Promise(() => {})
    })
  })
  if (!isAlone) return render(<Message text={say('tab.other')} />, root)
  const door = await createDoor({ db: await openStore(), service: createService(site.api), site })
  render(<App door={door} site={site} />, root)
  await keepOffline(site, door)
}

const root = document.getElementById('door')
if (root) void begin(root)
