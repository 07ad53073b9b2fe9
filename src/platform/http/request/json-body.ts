import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../../core/errors.ts'

type Parsed = (error: Error | null, value?: unknown) => void

const levelsMax = 64
const tooDeep = { message: `The JSON body is nested deeper than ${levelsMax} levels.` }

/** The framework's JSON parser for bodies, which refuses deeply nested text before parsing it. */
export function jsonParser(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  return (request: FastifyRequest, body: Buffer, done: Parsed): void => {
    if (isNestedDeeper(body, levelsMax)) done(new AppError('rest_invalid_json', tooDeep))
    else void parse(request, body.toString('utf8'), done)
  }
}

const quote = 0x22
const backslash = 0x5c
const opening = new Set([0x5b, 0x7b])
const closing = new Set([0x5d, 0x7d])

/**
 * Whether a JSON text is nested deeper than so many levels, decided before parsing it: functions that walk a value
 * call themselves at every level, and a megabyte of brackets would exhaust the stack (contract.md 2.7).
 */
export function isNestedDeeper(json: Uint8Array, levels: number): boolean {
  if (json.length <= levels) return false
  let depth = 0
  let isInString = false
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] ?? 0
    if (isInString) {
      if (byte === backslash) at += 1
      else if (byte === quote) isInString = false
    } else if (byte === quote) isInString = true
    else if (opening.has(byte)) {
      depth += 1
      if (depth > levels) return true
    } else if (closing.has(byte)) depth -= 1
  }
  return false
}
