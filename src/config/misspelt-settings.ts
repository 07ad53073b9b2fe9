import { distance, nearby } from '../core/nearest.ts'
import { options } from './config.ts'
import { Problem } from './setting-kinds.ts'

/** Shorter names cannot be told from variables of other programs. */
const shortName = 5

/** Warnings about environment variables that are similar to one of our settings but are none. */
export function misspeltSettings(environment: Record<string, string | undefined>): string[] {
  const names = Object.values(options).map(({ env }): string => env)
  const long = names.filter(name => name.length > shortName)
  return Object.keys(environment)
    .filter(name => !names.includes(name))
    .flatMap(name => {
      const own = name.replace(/^MARQUEE_/, '')
      const meant = own !== name && names.includes(own) ? own : nearby(own, long)
      return meant === undefined ? [] : [`${name} is not a setting; did you mean ${meant}?`]
    })
}

/** Settings that decide into which database data go, who is paid in which currency, and where buyers are led. */
const decisive =
  /^(DATABASE_URL|DATABASE_LISTEN_URL|DATA_DIR|PUBLIC_URL|SITE_CURRENCY|SANDBOX|SMTP_URL|STRIPE_.*|PAYPAL_.*)$/

/**
 * Sentences on variables that are similar to a decisive setting. With one of these the service would start, and keep its data
 * or take payments elsewhere than its operator thinks, so they are refused. A variable of another program is not: one
 * whose value cannot be the setting's, and one beside the setting itself, which may be empty.
 */
export function misleadingSettings(environment: Record<string, string | undefined>): string[] {
  const declared: readonly { env: string; parse: (text: string) => unknown }[] =
    Object.values(options)
  const decisiveOnes = declared.filter(({ env }) => decisive.test(env))
  return Object.entries(environment).flatMap(([name, value = '']) => {
    if (value === '' || declared.some(({ env }) => env === name)) return []
    const own = name.replace(/^MARQUEE_/, '')
    const meant = decisiveOnes.find(({ env }) => isSlipOf(env, own.toUpperCase()))
    if (!meant || meant.parse(value) instanceof Problem) return []
    const isSettled =
      environment[meant.env] !== undefined ||
      (meant.env === 'DATA_DIR' && Boolean(environment['DATABASE_URL']))
    if (isSettled) return []
    return [
      `${name} is not a setting; did you mean ${meant.env}? If it is of another program, set ${meant.env} too, even to nothing.`,
    ]
  })
}

/** Two letters may differ in a long name. In a short one a letter, or two that changed places: META_DIR is no DATA_DIR. */
function isSlipOf(env: string, name: string): boolean {
  if (Math.abs(env.length - name.length) > slipsMost) return false
  const apart = distance(env, name)
  return (
    apart < slipsMost || (apart === slipsMost && (env.length > 10 || hasSameLetters(env, name)))
  )
}

const slipsMost = 2
const hasSameLetters = (one: string, other: string) =>
  Array.from(one).sort().join('') === Array.from(other).sort().join('')
