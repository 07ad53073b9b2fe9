import type { Config } from './config.ts'

/** What the addresses of the interface begin with: `/svc/`, or the prefix of all namespaces. */
export const interfacePathOf = ({
  apiPrefix,
  apiVendor,
}: Pick<Config, 'apiPrefix' | 'apiVendor'>) =>
  apiPrefix === '' ? `/${apiVendor}/` : `${apiPrefix}/`
