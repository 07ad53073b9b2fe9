/** Where buyers find their orders again. */
export const findPath = '/tickets-order/find'

/** The same, for a browser whose basket was ordered in another one. */
export const findOrderedPath = `${findPath}?basket=ordered`
