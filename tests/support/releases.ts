import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

/**
 * A released version: its commit, its last migration, and the tables of which it prepares \`select *\`, which
 * fails when they get another column.
 */
export type Release = {
  version: string
  commit: string
  migration: number
  readsWhole: readonly string[]
}

type Listed = Record<string, Omit<Release, 'version'>>

/** The versions in `releases.json`, the oldest first: processes of each may serve beside this one, and be upgraded to it. */
export function releases(): Release[] {
  const listed = JSON.parse(readFileSync(path.join(root, 'releases.json'), 'utf8')) as Listed
  const all = Object.entries(listed).map(([version, release]) => ({ version, ...release }))
  if (all.length === 0) throw new Error('releases.json names no release.')
  return all
}

/** Whether the repository has the commit; a tarball and a shallow clone do not. */
export function isInHistory({ commit }: Release): boolean {
  try {
    execFileSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/**
 * Checks a release out into a folder and builds it with the installed packages. Returns how those differ from its own
 * lock file, because the build then differs from what people run.
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
