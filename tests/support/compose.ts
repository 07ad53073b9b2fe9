import { parse } from 'yaml'

type Service = {
  env_file?: string
  environment?: Record<string, string>
  ports?: string[]
}
type ComposeFile = { services: Record<string, Service> }

/**
 * A Compose file as `docker compose config` shows it: variables replaced by the values of `.env`, and each service with the
 * environment that its container gets. Throws when a variable that has to be there is not.
 */
export function composed(text: string, dotEnv: Record<string, string>): Record<string, Service> {
  const fill = (value: unknown): unknown => {
    if (typeof value === 'string') return filled(value, dotEnv)
    if (Array.isArray(value)) return value.map(fill)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fill(one)]))
  }
  const { services } = fill(parse(text)) as ComposeFile
  return Object.fromEntries(
    Object.entries(services).map(([name, service]) => {
      const own = service.env_file === '.env' ? dotEnv : {}
      return [name, { ...service, environment: { ...own, ...service.environment } }]
    }),
  )
}

/** `${NAME}`, `${NAME:-default}` and `${NAME:?refusal}`, where a default may contain another variable. */
const variable = /\$\{(\w+)(?::([-?])((?:[^${}]|\$\{[^{}]*\})*))?\}/g

const filled = (text: string, values: Record<string, string>): string =>
  text.replace(variable, (_, name: string, kind: string | undefined, rest = '') => {
    const value = values[name]
    if (value) return value
    if (kind === '?') throw new Error(`${name}: ${rest}`)
    return kind === '-' ? filled(rest, values) : ''
  })
