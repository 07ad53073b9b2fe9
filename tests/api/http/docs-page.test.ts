// Database: in the short run the embedded one alone.
import { expect, test } from 'vitest'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()

test.each(['events', 'tickets', 'admin'])(
  '/docs/%s shows every operation and schema of its OpenAPI document, without scripts',
  async name => {
    const { json } = await app.call('GET', `/svc/${name}/v1/doc`)
    const shown = await app.call('GET', `/docs/${name}`)
    expect(shown.status).toBe(200)
    expect(shown.headers['content-type']).toBe('text/html; charset=UTF-8')
    expect(shown.text).not.toMatch(/<script|style=|javascript:|\son\w+=/i)
    expect(shown.text).toContain(`http://tickets.test/svc/${name}/v1/doc`)
    for (const item of Object.values<Record<string, { operationId: string }>>(json.paths)) {
      for (const { operationId } of Object.values(item)) {
        expect(shown.text).toContain(`id="${operationId}"`)
      }
    }
    for (const schema of Object.keys(json.components.schemas)) {
      expect(shown.text).toContain(`id="schema-${schema}"`)
    }
    const linked = [...shown.text.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
    for (const id of linked) expect(shown.text).toContain(`id="${id}"`)
  },
)

test('everything a documentation page loads is our own and allowed by its content security policy', async () => {
  const { text, headers } = await app.call('GET', '/docs/events')
  const loaded = [...text.matchAll(/<(?:link|img|script)[^>]*(?:href|src)="([^"]+)"/g)]
  expect(loaded.map(([, address]) => address)).toEqual(['/docs/style.css'])
  expect(String(headers['content-security-policy'])).toContain("default-src 'self'")
  const style = await app.call('GET', '/docs/style.css')
  expect([style.status, style.headers['content-type']]).toEqual([200, 'text/css; charset=UTF-8'])
})

test('an unknown namespace has no documentation page', async () => {
  const got = await app.call('GET', '/docs/nothing')
  expect([got.status, got.json.code]).toEqual([404, 'rest_no_route'])
})
