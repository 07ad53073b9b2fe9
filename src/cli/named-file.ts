import { open, stat, writeFile } from 'node:fs/promises'
import type { Readable, Writable } from 'node:stream'
import { makeFolder } from '../platform/make-folder.ts'
import { CommandRefused } from './command-refused.ts'

const reasons: Record<string, string> = {
  EROFS: 'its file system can only be read',
  ENOTDIR: 'its folder is a file',
  EISDIR: 'it is a folder',
  EACCES: 'permission was refused',
}

/** The sentence for a file or folder of the operator's that the system refuses; other errors stay as they are. */
function refused(what: string, error: unknown, more: Record<string, string> = {}): unknown {
  const why = { ...reasons, ...more }[(error as NodeJS.ErrnoException).code ?? '']
  return why === undefined ? error : new CommandRefused(`${what}: ${why}.`, error)
}

/** Opens a file before anything is written to it, so that a wrong name is an error of the command. */
export async function openToWrite(file: string): Promise<Writable> {
  try {
    return (await open(file, 'w', 0o600)).createWriteStream()
  } catch (error) {
    throw refused(`${file} cannot be written`, error, { ENOENT: 'its folder does not exist' })
  }
}

/** Writes a small file whole. */
export async function writeNamedFile(file: string, content: Buffer) {
  await writeFile(file, content).catch(error => {
    throw refused(`${file} cannot be written`, error)
  })
}

export function makeNamedFolder(folder: string) {
  try {
    makeFolder(folder)
  } catch (error) {
    throw refused(`The folder ${folder} cannot be made`, error, {
      EEXIST: 'there is a file of this name',
      ENOENT: 'the folder above it takes none',
    })
  }
}

/** Opens a file to read. A folder is refused here: it can be opened, and fails only when it is read. */
export async function openToRead(file: string): Promise<Readable> {
  try {
    const handle = await open(file)
    if (!(await handle.stat()).isDirectory()) return handle.createReadStream()
    await handle.close()
  } catch (error) {
    throw refused(`${file} cannot be read`, error, { ENOENT: 'it does not exist' })
  }
  throw new CommandRefused(`${file} cannot be read: ${reasons['EISDIR']}.`)
}

/** Replacing a folder fails, and replacing a device such as /dev/null would break the machine. */
export async function demandPlainFile(file: string) {
  const present = await stat(file).catch(() => undefined)
  if (present === undefined || present.isFile()) return
  const what = present.isDirectory() ? 'a folder' : 'no plain file'
  throw new CommandRefused(`${file} is ${what}; name a file to write the backup to.`)
}
