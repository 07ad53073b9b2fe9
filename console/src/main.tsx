import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './look/app.css'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { MarqueeError } from '@marquee-events/client'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { setNonce } from 'get-nonce'
import { createRoot } from 'react-dom/client'
import { sessionQuery } from './interface/queries.ts'
import { theme, variables } from './look/theme.ts'
import { Failed, Waiting } from './pieces/page.tsx'
import { createConsoleRouter } from './router.tsx'
import { keepPlaceOverReloads } from './shell/same-place.ts'
import { SignedOut } from './shell/signed-out.tsx'
import { site } from './site.ts'

// Styles that pieces put into the page carry the proof of this page.
setNonce(site.nonce)

// A console that was built anew has files of other names; the page of the new one knows them.
globalThis.addEventListener('vite:preloadError', () => globalThis.location.reload())

/** Refusals do not change by asking again; what the network did may. */
const mayRetry = (count: number, error: unknown) => !(error instanceof MarqueeError) && count < 2

const queries = new QueryClient({
  defaultOptions: { queries: { retry: mayRetry, staleTime: 5_000, refetchOnWindowFocus: true } },
})
const router = createConsoleRouter(queries)
keepPlaceOverReloads(router)

function Console() {
  const session = useQuery(sessionQuery)
  if (session.isPending) return <Waiting />
  if (session.isError)
    return <Failed error={session.error} again={() => void session.refetch()} isScreen />
  return session.data === null ? <SignedOut /> : <RouterProvider router={router} />
}

const place = document.querySelector('#console')
if (place) {
  createRoot(place).render(
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      defaultColorScheme="auto"
      getStyleNonce={() => site.nonce}
    >
      <QueryClientProvider client={queries}>
        <Console />
        <Notifications position="top-center" />
      </QueryClientProvider>
    </MantineProvider>,
  )
}
