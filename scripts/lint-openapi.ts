/**
 * Lints docs/openapi.json with redocly's `recommended-strict` and `spectral:oas`, with every rule on. First each
 * linter must find a planted fault, so that a linter that checks nothing is noticed. Nothing is downloaded.
 */
import { readFile } from 'node:fs/promises'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'

const redocly = await createConfig({ extends: ['recommended-strict'] })
const spectral = new spectralCore.Spectral()
spectral.setRuleset({ extends: [rulesets.oas as RulesetDefinition] })

async function byRedocly(text: string): Promise<string[]> {
  const problems = await lintFromString({ source: text, config: redocly })
  return problems.map(({ ruleId, message, location: [at] }) => {
    const where = at && 'pointer' in at ? at.pointer : ''
    return `redocly ${ruleId}: ${message} ${where}`
  })
}

async function bySpectral(text: string): Promise<string[]> {
  const problems = await spectral.run(JSON.parse(text) as Record<string, unknown>)
  return problems.map(({ code, message, path }) => `spectral ${code}: ${message} ${path.join('/')}`)
}

const text = await readFile('docs/openapi.json', 'utf8')
const nameless = { openapi: '3.1.0', info: {}, paths: { '/events': { get: { responses: {} } } } }
for (const lint of [byRedocly, bySpectral]) {
  const planted = await lint(JSON.stringify(nameless))
  if (!planted.some(problem => problem.includes('operation-operationId'))) {
    throw new Error(`${lint.name} does not notice that operations have no operationId.`)
  }
}
const problems = [...(await byRedocly(text)), ...(await bySpectral(text))]
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)
