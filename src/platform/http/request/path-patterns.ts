import type { TObject } from 'typebox'

/**
 * Integer parameters match digits only, and those with a pattern match it, so any other path is an unknown route.
 */
export function withPatterns(path: string, params: TObject | undefined): string {
  return path.replace(/:(\w+)/g, (whole, name: string) => {
    const schema: { type?: string; pattern?: string } | undefined = params?.properties[name]
    if (schema?.type === 'integer') return `${whole}(^\\d+$)`
    return schema?.pattern ? `${whole}(${schema.pattern})` : whole
  })
}

/** A segment of paths that is another name of one: what is behind it is the same. */
export type Alias = { readonly segment: string; readonly of: string }

/** The path for which this one is another address. */
export function aliasOf(alias: Alias | undefined, path: string): { aliasOf?: string } {
  if (!alias || !path.split('/').includes(alias.segment)) return {}
  return { aliasOf: path.replace(`/${alias.segment}/`, `/${alias.of}/`) }
}
