/**
 * Sends the operations of a documentation page: `<form data-try="POST" data-address="/svc/events/v1/events/{id}" hidden>`. Requests
 * carry the cookie of the session; writes prove by its nonce that they come from this page.
 */
const token = document.querySelector<HTMLElement>('#try-it')?.dataset['token'] ?? ''

const charactersMost = 100_000
const shownHeaders = /^(content-type|etag|location|retry-after|link|x-(tec|wp|request)-.*)$/

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const fieldsOf = (form: HTMLFormElement, place: string) =>
  [...form.querySelectorAll<Field>(`[data-in=${place}]`)].filter(({ value }) => value !== '')

function requestOf(form: HTMLFormElement): Request {
  const method = form.dataset['try'] ?? 'GET'
  let path = form.dataset['address'] ?? ''
  for (const { name, value } of fieldsOf(form, 'path')) {
    path = path.replace(`{${name}}`, encodeURIComponent(value))
  }
  const address = new URL(path, location.href)
  for (const { name, value } of fieldsOf(form, 'query')) address.searchParams.append(name, value)
  const [body] = fieldsOf(form, 'body')
  return new Request(address, {
    method,
    // A redirect is shown, and not followed.
    redirect: 'manual',
    headers: {
      ...(method === 'GET' ? {} : { 'x-wp-nonce': token }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: body.value }),
  })
}

/** The answer as text: its headers and its body, laid out when it is JSON. */
async function textOf(answer: Response): Promise<string> {
  const headers = [...answer.headers]
    .filter(([name]) => shownHeaders.test(name))
    .map(([name, value]) => `${name}: ${value}`)
  const type = answer.headers.get('content-type') ?? ''
  const isText = /json|text|xml|rfc822/.test(type)
  const body = isText
    ? laidOut(await answer.text(), type)
    : `${(await answer.arrayBuffer()).byteLength} bytes`
  return [...headers, '', body].join('\n').trim()
}

function laidOut(text: string, type: string): string {
  const whole = type.includes('json') ? JSON.stringify(JSON.parse(text), null, 2) : text
  if (whole.length <= charactersMost) return whole
  return `${whole.slice(0, charactersMost)}\n… ${whole.length - charactersMost} more characters`
}

async function send(form: HTMLFormElement, status: Element, shown: HTMLElement) {
  const since = performance.now()
  shown.hidden = true
  status.textContent = 'Sending…'
  try {
    const answer = await fetch(requestOf(form))
    if (answer.type === 'opaqueredirect') {
      status.textContent = 'The answer sends the browser to another address.'
      return
    }
    shown.textContent = await textOf(answer)
    shown.hidden = false
    const took = Math.round(performance.now() - since)
    status.textContent = `${answer.status} ${answer.statusText}, ${took} ms`
  } catch (error) {
    status.textContent = `The request failed: ${error instanceof Error ? error.message : 'no answer'}`
  }
}

for (const form of document.querySelectorAll<HTMLFormElement>('[data-try]')) {
  const status = form.querySelector('[role=status]')
  const shown = form.querySelector<HTMLElement>('[data-answer]')
  if (!status || !shown) continue
  form.hidden = false
  form.addEventListener('submit', event => {
    event.preventDefault()
    void send(form, status, shown)
  })
}
