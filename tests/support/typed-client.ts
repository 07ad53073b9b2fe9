import type { Static, TSchema } from 'typebox'
import { answerOf } from './answer-of.ts'
import { declaredShapes } from './declared-shapes.ts'
import type { TestRequest, TestApp } from './start-app.ts'

type Shapes = typeof declaredShapes
export type RouteName = keyof Shapes

type Part<Name extends RouteName, Key extends string> =
  Shapes[Name] extends Record<Key, infer Shape extends TSchema>
    ? { [K in Key]: Static<Shape> }
    : { [K in Key]?: undefined }

/** The input of a route: the parameters of its path, and the optional members of its query or body. */
export type Request<Name extends RouteName> = Part<Name, 'params'> &
  Partial<Part<Name, 'query'> & Part<Name, 'body'>> &
  Pick<TestRequest, 'as' | 'headers'>

/** A request without the types of its route. */
type AnyRequest = Pick<TestRequest, 'as' | 'headers' | 'query'> & {
  params?: Readonly<Record<string, unknown>>
  body?: unknown
}

/** The result of a route on success. */
export type Success<Name extends RouteName> = Static<Shapes[Name]['returns']>

/**
 * Calls a route of the tickets namespace that must succeed: `call('PATCH /coupons/:id', { params: { id }, body })`. Request
 * and result have the types of the route's declaration, so that a misspelt member is a type error; the result is checked
 * against the declared shape. Requests that must fail go through `app.tickets`, which takes anything.
 */
export function typedClient(app: Pick<TestApp, 'tickets'>, as?: TestRequest['as']) {
  return async <Name extends RouteName>(
    name: Name,
    request: Request<Name>,
  ): Promise<Success<Name>> => {
    const { params, query, body, ...sent } = request as AnyRequest
    const [method = '', declared = ''] = name.split(' ')
    const path = declared.replace(/:(\w+)/g, (_, key: string) => String(params?.[key]))
    const got = await app.tickets(method, path, {
      ...(as && { as }),
      ...sent,
      ...(query && { query }),
      ...(body !== undefined && { body }),
    })
    if (got.status >= 400) throw new Error(`${name} failed with ${got.status}: ${got.text}`)
    return answerOf(declaredShapes[name].returns, got) as Success<Name>
  }
}
