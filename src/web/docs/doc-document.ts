/** The parts of an OpenAPI document that the page shows. */
export type Document = {
  info: { title: string; description: string; version: string }
  servers: readonly { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

export type Operation = {
  operationId: string
  summary: string
  description: string
  security?: unknown
  parameters: readonly Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>
}

export type Parameter = { name: string; in: string; required?: boolean; schema: Schema }

export type Schema = {
  $ref?: string
  type?: string | readonly string[]
  format?: string
  description?: string
  default?: unknown
  enum?: readonly unknown[]
  const?: unknown
  items?: Schema
  properties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  required?: readonly string[]
  anyOf?: readonly Schema[]
  minimum?: number
  maximum?: number
}

/** An operation at its path, with the members of its body. */
export type Route = { method: string; path: string; operation: Operation; body?: Schema }

/** The schema of an operation's body. */
export function bodyOf(
  { requestBody }: Operation,
  schemas: Record<string, Schema>,
): Schema | undefined {
  const schema = Object.values(requestBody?.content ?? {})[0]?.schema
  return schema?.$ref === undefined ? schema : schemas[nameIn(schema.$ref)]
}

export const nameIn = (reference: string) => reference.split('/').at(-1) ?? ''
