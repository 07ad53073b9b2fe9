import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import type { Got } from './start-app.ts'

/**
 * The body of a response in the shape that its route declares (`returns`), checked and typed. A misspelt
 * member is then a type error; in untyped `json` it would be undefined, which many tests expect of absent
 * members.
 */
export function answerOf<Shape extends TSchema>(shape: Shape, { json, text }: Got): Static<Shape> {
  if (Value.Check(shape, json)) return json
  throw new Error(`This is not what the route declares: ${text}`)
}
