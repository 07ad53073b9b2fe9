import type { Deps as MessagingDeps } from '../messaging/deps.ts'

/** What an organiser's functions across areas receive: the dependencies of messaging. */
export type Deps = MessagingDeps
