import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { meQuery } from './interface/queries.ts'
import { whole } from './read-address.ts'
import { Missing } from './shell/missing.tsx'
import { Shell } from './shell/shell.tsx'

type Context = { queries: QueryClient }

export const root = createRootRouteWithContext<Context>()({
  component: Shell,
  beforeLoad: ({ context }) => context.queries.ensureQueryData(meQuery),
  notFoundComponent: Missing,
})

export const event = createRoute({
  getParentRoute: () => root,
  path: '/events/$event',
  params: {
    parse: params => ({ event: whole(params['event']) ?? 0 }),
    stringify: ({ event }) => ({ event: String(event) }),
  },
  component: lazyRouteComponent(() => import('./screens/events/one-event.tsx'), 'OneEvent'),
})
