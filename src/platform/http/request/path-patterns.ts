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
