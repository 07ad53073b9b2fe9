import type { Deps } from '../../deps.ts'
import { actingAs } from '../../platform/db/acting.ts'
import { failMissing } from '../../core/errors.ts'
import { type Api, route } from '../../platform/http/route.ts'
import type { RequestInfo } from '../../platform/http/request/request.ts'
import { dropLogo, saveLogo } from './save-logo.ts'
import { saveSettings } from './save-settings.ts'
import { type LogoFile, LogoUpload, SettingsChange, SettingsView } from './schema.ts'
import { settingsView } from './view.ts'

const versioned = { record: 'settings', id: () => 0 }
/** The logo is one of the settings, and is shown with them. */
const versionedLogo = { ...versioned, shownAt: '/settings' }

/** What the site says of itself: shown and changed by administrators. */
export function settingsRoutes(api: Api, deps: Deps) {
  const show = () => settingsView(deps, deps.siteSettings())
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
  route(api, {
    method: 'POST',
    path: '/settings/logo',
    operation: 'uploadLogo',
    summary: 'Upload the logo of the site: PNG, JPEG or WebP, at most 2 MB',
    access: { needs: 'settings.write' },
    body: LogoUpload,
    returns: SettingsView,
    versioned: versionedLogo,
    errors: ['rest_missing_callback_param', 'rest_body_too_large'],
    handle: async ({ body, actor, request }) => {
      await saveLogo(actingAs(deps, actor), pictureIn(body.file, request))
      return show()
    },
  })
  route(api, {
    method: 'DELETE',
    path: '/settings/logo',
    operation: 'deleteLogo',
    summary: 'Take the logo of the site away',
    access: { needs: 'settings.write' },
    returns: SettingsView,
    versioned: versionedLogo,
    handle: async ({ actor }) => {
      await dropLogo(actingAs(deps, actor))
      return show()
    },
  })
}

/** A picture as a file of a form, or as the whole body, sent with its own content type. */
function pictureIn(file: LogoFile | undefined, { headers, rawBody }: RequestInfo): Buffer {
  if (Buffer.isBuffer(file?.content)) return file.content
  const isPicture = String(headers['content-type']).startsWith('image/')
  return (isPicture && rawBody?.length ? rawBody : undefined) ?? failMissing(['file'])
}
