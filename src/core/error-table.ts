import { transportErrors } from './error-rows/transport.ts'
import { accessErrors } from './error-rows/access.ts'
import { catalogueErrors } from './error-rows/catalogue.ts'
import { ticketsErrors } from './error-rows/tickets.ts'
import { doorErrors } from './error-rows/door.ts'
import { messagingErrors } from './error-rows/messaging.ts'
import { deskErrors } from './error-rows/desk.ts'
import { questionErrors } from './error-rows/questions.ts'
import { shopErrors } from './error-rows/shop.ts'

/**
 * Every error a client can meet, by its code. The codes are part of the interface and clients match on them. The rows stand
 * by area in `error-rows/`.
 */
export const errorTable = {
  ...transportErrors,
  ...accessErrors,
  ...catalogueErrors,
  ...ticketsErrors,
  ...doorErrors,
  ...messagingErrors,
  ...shopErrors,
  ...deskErrors,
  ...questionErrors,
} as const

export type ErrorCode = keyof typeof errorTable
