import { Stripe } from 'stripe'
import { askProvider, type ProviderAnswer, ProviderSilent } from '../provider-http.ts'

type HttpClient = InstanceType<typeof Stripe.HttpClient>

const mostBytes = 4_000_000

class Answer extends Stripe.HttpClientResponse {
  readonly #answer: ProviderAnswer

  constructor(answer: ProviderAnswer) {
    super(answer.status, answer.headers)
    this.#answer = answer
  }

  override getRawResponse() {
    return this.#answer
  }

  override async toJSON(): Promise<unknown> {
    return JSON.parse(this.#answer.text)
  }
}

/**
 * Sends the SDK's requests through provider-http.ts, which limits how many run at once. Failures have no code for
 * which the SDK would repeat the request itself: repeating is up to retry.ts.
 */
class Client extends Stripe.HttpClient {
  override getClientName() {
    return 'marquee'
  }

  override async makeRequest(
    ...[host, port, path, method, headers, body, protocol, timeoutMs]: Parameters<
      HttpClient['makeRequest']
    >
  ) {
    const url = `${protocol}://${host}:${port}${path}`
    const headerPairs = Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || name.toLowerCase() === 'content-length' ? [] : [[name, String(value)]],
    )
    const question = { method, url, headers: Object.fromEntries(headerPairs), timeoutMs, mostBytes }
    try {
      return new Answer(await askProvider({ ...question, body: body || undefined }))
    } catch (error) {
      if (error instanceof ProviderSilent && error.code === 'timeout') {
        throw Stripe.HttpClient.makeTimeoutError()
      }
      throw new Error('The connection to the provider failed.', { cause: error })
    }
  }
}

export const cardHttp = (): HttpClient => new Client()
