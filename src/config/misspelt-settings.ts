import { nearby } from '../core/nearest.ts'
import { options } from './config.ts'

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
