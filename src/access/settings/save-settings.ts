import { failParams } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import { fixedBy, whyNot } from './read-settings.ts'
import { type SettingName, settingNames } from './rules.ts'
import { storeSettings } from './store.ts'

/**
 * Saves settings of the site; an empty text brings the usual value back, and what is not named stays. Every process shows them
 * within a second, this one at once. Fails with `rest_invalid_param`, naming each setting that the environment decides
 * or whose value cannot be used; then nothing is saved.
 */
export async function saveSettings(
  { db, clock, config, settingsRead }: Pick<Deps, 'db' | 'clock' | 'config' | 'settingsRead'>,
  draft: Partial<Record<SettingName, string>>,
): Promise<void> {
  const names = settingNames.filter(name => draft[name] !== undefined)
  const problems = names.flatMap(name => {
    const variable = fixedBy(config, name)
    const value = draft[name] ?? ''
    const why = variable
      ? `is set by ${variable} in the environment of the service, which wins. Take it out there first`
      : value !== '' && whyNot(name, value)
    return !why ? [] : [[name, { message: `${name} ${why}.` }] as const]
  })
  if (problems.length > 0) failParams(Object.fromEntries(problems))
  await storeSettings(db, new Map(names.map(name => [name, draft[name] ?? ''])), clock.now())
  await settingsRead()
}
