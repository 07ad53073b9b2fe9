import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

/**
 * A version that people run: where it is in the history, the last migration that it has, and the tables of which it
 * prepares \`select *\`, which fails once they have another column.
 */
export type Release = {
  version: string
  commit: string
  migration: number
  readsWhole: readonly string[]
}

type Listed = Record<string, Omit<Release, 'version'>>

/** The newest that `releases.json` names; the next one takes its place beside it while it still runs. */
export function lastRelease(): Release {
  const listed = JSON.parse(readFileSync(path.join(root, 'releases.json'), 'utf8')) as Listed
  const last = Object.entries(listed).at(-1)
  if (!last) throw new Error('releases.json names no release.')
  return { version: last[0], ...last[1] }
}

/** Whether the history of this folder has it; a tarball and a shallow clone have not. */
export function isInHistory({ commit }: Release): boolean {
  try {
    execFileSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/**
 * Puts a release into a folder and builds it with the packages that are installed here. Answers how those differ from
 * the ones that it names itself: then it is not quite what people run.
 */
export function buildRelease({ commit }: Release, folder: string): string[] {
  const archive = execFileSync('git', ['archive', '--format=tar', commit], {
    cwd: root,
    maxBuffer: 1 << 28,
  })
  execFileSync('tar', ['-xf', '-', '-C', folder], { input: archive })
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: folder })
  return Object.entries(dependenciesOf(folder)).flatMap(([name, wanted]) => {
    const file = path.join(root, 'node_modules', name, 'package.json')
    const has = existsSync(file)
      ? (JSON.parse(readFileSync(file, 'utf8')).version as string)
      : 'none'
    return has === wanted ? [] : [`${name} ${wanted}, here ${has}`]
  })
}

function dependenciesOf(folder: string): Record<string, string> {
  return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')).dependencies
}
