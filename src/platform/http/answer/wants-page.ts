/** Whether a browser requests a page for its reader. */
export const wantsPage = (accept: string | string[] | undefined): boolean =>
  typeof accept === 'string' && accept.startsWith('text/html')
