import type { Deps } from '../../deps.ts'
import { actingAs } from '../../platform/db/acting.ts'
import { type Api, route } from '../../platform/http/route.ts'
import { saveSettings } from './save-settings.ts'
import { SettingsChange, SettingsView } from './schema.ts'
import { settingsView } from './view.ts'

const versioned = { record: 'settings', id: () => 0 }

/** What the site says of itself: shown and changed by administrators. */
export function settingsRoutes(api: Api, deps: Deps) {
  const show = () => settingsView(deps.config, deps.siteSettings())
  route(api, {
    method: 'GET',
    path: '/settings',
    operation: 'getSettings',
    summary: 'Show the settings of the site',
    access: { needs: 'settings.write' },
    returns: SettingsView,
    versioned,
    handle: async () => {
      await deps.settingsRead()
      return show()
    },
  })
  route(api, {
    method: 'PATCH',
    path: '/settings',
    operation: 'updateSettings',
    summary: 'Change settings of the site',
    access: { needs: 'settings.write' },
    body: SettingsChange,
    returns: SettingsView,
    versioned,
    handle: async ({ body, actor }) => {
      await saveSettings(actingAs(deps, actor), body)
      return show()
    },
  })
}
