/**
 * A place in the list of changes as clients keep it. It names the installation, so that a cursor of another one is not
 * taken for a place in this one's.
 */
export function cursorOf(installation: string, position: number): string {
  return Buffer.from(`1.${installation}.${position}`).toString('base64url')
}

/** The position of a cursor; undefined for what is none of this installation's. */
export function positionOf(installation: string, cursor: string): number | undefined {
  const [, of, position] =
    /^1\.([0-9a-f]+)\.(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  const isSame = of === installation && cursorOf(installation, Number(position)) === cursor
  return isSame ? Number(position) : undefined
}
