import path from 'node:path'
import type { Config } from '../config/config.ts'

/** Which database the settings name, as the subject of a sentence. Never contains the user or the password. */
export function placeOf({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): string {
  if (databaseUrl === '') return `The embedded database in ${path.resolve(dataDir)}`
  const url = new URL(databaseUrl)
  const name = decodeURIComponent(url.pathname.slice(1)) || url.username
  const host = url.host || (url.searchParams.get('host') ?? 'this machine')
  return `The PostgreSQL database ${name} at ${host}`
}
