import type { IncomingMessage } from 'node:http'
import type { Logger } from 'pino'

/**
 * Warns once when a request does not fit TRUST_PROXY: it came through a proxy while none is trusted, or through fewer than
 * are. Limits for a network count the wrong addresses then, and nothing else would show it.
 */
export function noticeProxies(log: Pick<Logger, 'warn'>, trustProxy: number) {
  let isTold = false
  return ({ headers }: Pick<IncomingMessage, 'headers'>) => {
    const passed = headers['x-forwarded-for'] ?? headers['forwarded'] ?? headers['x-real-ip']
    if (isTold || passed === undefined) return
    const sentence = trustProxy === 0 ? untrusted : fewer(headers['x-forwarded-for'], trustProxy)
    if (sentence === undefined) return
    isTold = true
    log.warn(sentence)
  }
}

const untrusted =
  'A request names the address of a visitor (X-Forwarded-For or the like), but TRUST_PROXY is off: if a proxy of yours sent it, all visitors count as one network. Set TRUST_PROXY to the number of your proxies.'

function fewer(passed: string | string[] | undefined, trustProxy: number): string | undefined {
  const hops = passed === undefined ? 0 : String(passed).split(',').length
  if (hops >= trustProxy) return undefined
  return hops === 0
    ? 'A request came through a proxy that sends no X-Forwarded-For, which TRUST_PROXY relies on: have the proxy send it, or all visitors count as one network.'
    : `A request came through ${hops} of the ${trustProxy} proxies that TRUST_PROXY counts on: visitors could choose their own address. Set TRUST_PROXY to the number of your proxies.`
}
