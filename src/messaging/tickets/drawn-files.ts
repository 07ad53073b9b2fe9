/** Files that were drawn, by what they show: the least recently wanted are dropped first. */
export type DrawnFiles = {
  find(key: string): Buffer | undefined
  keep(key: string, file: Buffer): void
}

export function createDrawnFiles(bytesMost: number): DrawnFiles {
  const files = new Map<string, Buffer>()
  let bytes = 0
  function drop(key: string) {
    bytes -= files.get(key)?.length ?? 0
    files.delete(key)
  }
  return {
    find(key) {
      const file = files.get(key)
      if (file) {
        files.delete(key)
        files.set(key, file)
      }
      return file
    },
    keep(key, file) {
      drop(key)
      files.set(key, file)
      bytes += file.length
      for (const oldest of files.keys()) {
        if (bytes <= bytesMost) break
        drop(oldest)
      }
    },
  }
}
