/** The codes of the file system and of PostgreSQL. */
const codes: readonly unknown[] = ['ENOSPC', '53100']

/** The sentence for an error that a full disk caused; undefined for every other error. */
export function fullDisk(error: Error): string | undefined {
  const { code } = error as NodeJS.ErrnoException
  return codes.includes(code) ? 'The disk is full; free some space and try again.' : undefined
}
