/**
 * A position in the list of changes, as clients store it. It names the installation, because a position of another
 * installation means nothing here.
 */
export function cursorOf(installation: string, position: number): string {
  return Buffer.from(`1.${installation}.${position}`).toString('base64url')
}

/** The position in a cursor; undefined for a cursor of another installation and for other texts. */
export function positionOf(installation: string, cursor: string): number | undefined {
  const [, of, position] =
    /^1\.([0-9a-f]+)\.(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  const isSame = of === installation && cursorOf(installation, Number(position)) === cursor
  return isSame ? Number(position) : undefined
}
