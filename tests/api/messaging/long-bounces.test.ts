import { expect, test } from 'vitest'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const half = 400_000

/** Mails as a stranger may send them to the mailbox for bounces, made of one shape again and again. */
const mails: Readonly<Record<string, (long: (shape: string) => string) => string>> = {
  'one address without an end': long => `To: ${long('a')}\r\n\r\nx`,
  'addresses without a host': long => `To: ${long('a@')}\r\n\r\nx`,
  'blank lines': long => `To: a@b.example\r\n\r\n${long('\r\n')}`,
  'parts that do not end': long =>
    `Content-Type: multipart/report; boundary=b\r\n\r\n${long('--b\r\n')}`,
  'headers of a part': long =>
    `Content-Type: multipart/report; boundary=b\r\n\r\n--b\r\n${long('x:\r\n ')}\r\n--b--`,
  'fields of a report': long =>
    `Content-Type: multipart/report; boundary=b\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nAction: failed\r\nDiagnostic-Code: ${long(' a')}\r\n--b--\r\n`,
  'nested parts': long =>
    `Content-Type: multipart/report; boundary=b\r\n\r\n${long('--b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n')}`,
  'encoded words': long => `Subject: ${long('=?utf-8?q?=C3?= ')}\r\n\r\nx`,
  'tags of HTML': long => `Content-Type: text/html\r\n\r\n${long('<a ')}`,
}

async function milliseconds(raw: string): Promise<number> {
  const start = performance.now()
  const { status, json } = await app.admin('POST', '/bounces', {
    as: 'administrator',
    body: { raw },
  })
  expect([status, json.outcome]).toEqual([200, 'unknown'])
  return performance.now() - start
}

test.each(Object.keys(mails))(
  'a mail that came back with %s takes twice the time for twice the length, and never seconds',
  async name => {
    const make = mails[name] ?? expect.fail()
    const of = (length: number) => make(shape => shape.repeat(length / shape.length))
    let [once, twice] = [Infinity, Infinity]
    for (let round = 0; round < 3; round += 1) {
      twice = Math.min(twice, await milliseconds(of(2 * half)))
      if (twice < 1000) return
      once = Math.min(once, await milliseconds(of(half)))
    }
    expect([once, twice]).toEqual([once, Math.min(twice, 2 * once, 1000)])
  },
  60_000,
)
