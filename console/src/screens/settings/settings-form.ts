import type { GetSettingsResponse } from '@marquee-events/client'
import { ifStill, marquee, versionOf } from '../../interface/marquee.ts'
import { say, useEnded } from '../../interface/writes.ts'
import { useFields } from '../../pieces/form.tsx'

type Name = Exclude<GetSettingsResponse['fixed'][number], 'logo'>

export const languages = [
  { value: 'en', label: 'English' },
  { value: 'de', label: 'Deutsch' },
  { value: 'nb', label: 'Norsk bokmål' },
  { value: 'fr', label: 'Français' },
  { value: 'es', label: 'Español' },
]

/** Fields over the settings of the site: what the environment decides cannot be changed, and only changes are sent. */
export function useSettingsForm(settings: GetSettingsResponse, done: string) {
  const ended = useEnded()
  const { fixed, logo: _logo, cash_note: _note, ...rest } = settings
  const texts = Object.entries(rest).filter(
    (entry): entry is [Name, string] => typeof entry[1] === 'string',
  )
  const first = Object.fromEntries(texts) as Record<Name, string>
  const form = useFields<Record<Name, string>>(
    first,
    async (values, from) => {
      const changed = Object.entries(values).filter(
        ([name, value]) => value !== first[name as Name] && !fixed.includes(name as Name),
      )
      await marquee.updateSettings(Object.fromEntries(changed), ifStill(from))
      await ended(['settings'])
      form.settled()
      say(done)
    },
    {
      versioned: {
        version: () => versionOf('admin/v1/settings'),
        load: () => globalThis.location.reload(),
      },
    },
  )
  const field = (name: Name, description: string) => {
    const isFixed = fixed.includes(name)
    const why = 'The environment of the service decides it.'
    return { ...form.text(name), disabled: isFixed, description: isFixed ? why : description }
  }
  return { form, field }
}
