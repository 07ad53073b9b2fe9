/** Puts the examples that a test recorded (tests/api/http/examples.test.ts) into the OpenAPI document. */
import { readFileSync } from 'node:fs'
import path from 'node:path'

type Example = { parameters?: Record<string, unknown>; body?: unknown; answer: unknown }
type Content = Record<string, { schema: unknown; example?: unknown }>
type Operation = {
  operationId: string
  parameters: { name: string; example?: unknown }[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}

const file = path.resolve(import.meta.dirname, '../docs/examples.json')

const recorded = () => JSON.parse(readFileSync(file, 'utf8')) as Record<string, Example>

/** The text of src/web/docs/example-bodies.ts: what the example of each operation sends. */
export function exampleBodies(): string {
  const bodies = Object.entries(recorded()).filter(
    ([, { body }]) => typeof body === 'object' && body !== null,
  )
  const lines = bodies.map(([name, { body }]) => `  ${name}: ${JSON.stringify(body)},`)
  return [
    '// Made by `npm run generate` from docs/examples.json. Do not edit.',
    '/** A body that the service accepted, by operation. Its ids and nonces are those of another installation. */',
    'export const exampleBodies: Readonly<Record<string, object>> = {',
    ...lines,
    '}',
    '',
  ].join('\n')
}

/** The document with an example at each parameter, body and answer that was recorded. */
export function addExamples<T extends { paths: unknown }>(document: T): T {
  const examples = recorded()
  const paths = document.paths as Record<string, Record<string, Operation>>
  for (const operation of Object.values(paths).flatMap(item => Object.values(item))) {
    const example = examples[operation.operationId]
    if (example) addExample(operation, example)
  }
  return document
}

function addExample(
  { parameters, requestBody, responses }: Operation,
  { parameters: sent = {}, body, answer }: Example,
) {
  for (const parameter of parameters) {
    if (parameter.name in sent) parameter.example = sent[parameter.name]
  }
  const json = requestBody?.content['application/json']
  if (json && body !== undefined) json.example = body
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1]
  for (const media of Object.values(success?.content ?? {})) media.example = answer
}
