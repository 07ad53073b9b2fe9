import { createClient, MarqueeError } from '@marquee-events/client'
import type { QueryClient } from '@tanstack/react-query'
import { site } from '../site.ts'
import { endedBy } from './live-rules.ts'

/** Sent as it is: a session that has ended is no reason to ask the person, while nobody does anything. */
const quiet = createClient({ url: site.api, retries: 0 })

const waitSeconds = 25
/** How long nothing is asked after a failure. */
const restMs = 15_000

/**
 * Follows the changes of the service, and reads anew what was made from the records they name. Of all open tabs one asks, and
 * tells the others; when it closes, another goes on. Returns a function that ends it.
 */
export function followChanges(queries: QueryClient): () => void {
  const ending = new AbortController()
  const { signal } = ending
  const between = 'BroadcastChannel' in globalThis ? new BroadcastChannel('marquee') : undefined
  const read = (kinds: readonly string[]) => {
    for (const kind of kinds) void queries.invalidateQueries({ queryKey: [kind] })
  }
  between?.addEventListener('message', event => {
    if (Array.isArray(event.data)) read(event.data.map(String))
  })
  const lead = () =>
    follow(signal, kinds => {
      read(kinds)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
      between?.postMessage(kinds)
    })
  // Without locks, as outside of a secure origin, each tab asks for itself.
  const leading =
    'locks' in navigator
      ? navigator.locks.request(`marquee ${site.base}`, { signal }, lead)
      : lead()
  leading.catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
  return () => {
    ending.abort()
    between?.close()
  }
}

async function follow(signal: AbortSignal, tell: (kinds: readonly string[]) => void) {
  let after = 'latest'
  while (!signal.aborted) {
    try {
      const { changes, cursor } = await quiet.listChanges(
        { after, limit: 200, ...(after !== 'latest' && { wait: waitSeconds }) },
        { signal },
      )
      after = cursor
      const kinds = endedBy(changes.map(({ type }) => type))
      if (kinds.length > 0) tell(kinds)
    } catch (error) {
      // Somebody who may not follow, or not any more, reads when the window is looked at again.
      if (MarqueeError.is(error, 'rest_forbidden')) return
      if (error instanceof MarqueeError && error.status === 410) after = 'latest'
      await pause(restMs, signal)
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
