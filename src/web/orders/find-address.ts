/** Where buyers find their orders again. */
export const findPath = '/tickets-order/find'
