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

/** The document with an example at each parameter, body and answer that was recorded. */
export function addExamples<T extends { paths: unknown }>(document: T): T {
  const examples = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Example>
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
