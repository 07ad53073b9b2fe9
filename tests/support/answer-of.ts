import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import type { Got } from './start-app.ts'

/**
 * The body of an answer by the shape that its route declares (`returns`), checked and typed. A member that is spelt wrong
 * is then an error of types; of `json` alone it would be undefined, as many a test expects of what must not be there.
 */
export function answerOf<Shape extends TSchema>(shape: Shape, { json, text }: Got): Static<Shape> {
  if (Value.Check(shape, json)) return json
  throw new Error(`This is not what the route declares: ${text}`)
}
