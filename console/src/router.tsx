import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { Failed, Waiting } from './pieces/page.tsx'
import { tree } from './routes.tsx'
import { site } from './site.ts'

export function createConsoleRouter(queries: QueryClient) {
  return createRouter({
    routeTree: tree,
    basepath: `${site.base}/admin`,
    context: { queries },
    defaultPreload: 'intent',
    defaultPendingComponent: () => <Waiting />,
    defaultErrorComponent: ({ error, reset }) => <Failed error={error} again={reset} isScreen />,
    scrollRestoration: true,
    // Addresses are written as the interface writes them: plain texts.
    parseSearch: search => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: search => {
      const text = String(
        new URLSearchParams(
          Object.entries(search).map(([name, value]): [string, string] => [name, String(value)]),
        ),
      )
      return text === '' ? '' : `?${text}`
    },
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>
  }
}
