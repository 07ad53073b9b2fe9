import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'

const root = path.resolve(import.meta.dirname, '../..')
const folder = '.github/workflows'
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

type Step = { uses?: string; run?: string; with?: Record<string, unknown> }
type Job = {
  uses?: string
  needs?: string
  permissions?: Record<string, string>
  'timeout-minutes'?: number
  steps?: Step[]
}
type Workflow = {
  on: Record<string, unknown>
  permissions?: Record<string, string> | string
  jobs: Record<string, Job>
}

const workflows = readdirSync(path.join(root, folder)).map(file => path.join(folder, file))
const jobsOf = ({ jobs }: Workflow) => Object.entries(jobs)
const stepsOf = (workflow: Workflow) => jobsOf(workflow).flatMap(([, { steps = [] }]) => steps)
const scriptsOf = (workflow: Workflow) => stepsOf(workflow).flatMap(({ run = [] }) => run)

/** What of a workflow lets others decide what runs, or lets it do more than it needs. */
function faultsOf(text: string): string[] {
  const workflow = parse(text) as Workflow
  const { on, permissions, jobs } = workflow
  const used = [...Object.values(jobs), ...stepsOf(workflow)].flatMap(({ uses = [] }) => uses)
  const unpinned = used.filter(
    uses => !uses.startsWith('./') && !/^[\w.-]+\/[\w./-]+@[0-9a-f]{40}$/.test(uses),
  )
  const unversioned = used.filter(
    uses => !uses.startsWith('./') && !new RegExp(`${uses} # v\\d+\\.\\d+\\.\\d+$`, 'm').test(text),
  )
  const isOpen = (given: Workflow['permissions']) => typeof given !== 'object'
  const writes = jobsOf(workflow).filter(([name, job]) =>
    Object.entries(job.permissions ?? {}).some(
      ([right, level]) => level !== 'read' && !mayWrite.has(`${name} ${right}`),
    ),
  )
  const keeps = stepsOf(workflow).filter(
    ({ uses, with: options }) =>
      uses?.startsWith('actions/checkout@') && options?.['persist-credentials'] !== false,
  )
  return [
    ...unpinned.map(uses => `${uses} is not a commit`),
    ...unversioned.map(uses => `${uses} does not say its version`),
    ...(Object.keys(on).includes('pull_request_target') ? ['pull_request_target'] : []),
    ...(isOpen(permissions) ? ['permissions are not listed'] : []),
    ...(Object.values(permissions ?? {}).some(level => level !== 'read')
      ? ['every job may write']
      : []),
    ...writes.map(([name]) => `${name} may write`),
    ...jobsOf(workflow)
      .filter(([, job]) => job.steps && !job['timeout-minutes'])
      .map(([name]) => `${name} has no end`),
    ...keeps.map(() => 'the checkout keeps its credentials'),
    ...scriptsOf(workflow)
      .filter(script => script.includes('${{'))
      .map(script => `a script contains a value: ${script}`),
  ]
}

/** The only jobs that may write, and what: a release and its image. */
const mayWrite = new Set(['release contents', 'release packages'])

const scripts = Object.keys(
  (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts,
)

/** Files and npm scripts that a script names and that are not there. */
function missingFrom(script: string): string[] {
  const named = [...script.matchAll(/npm run ([\w:-]+)/g)].flatMap(([, name = '']) => name)
  const files = [...script.matchAll(/(?:^|\s)((?:\.ci|\.\/client|scripts|deploy)(?:\/[\w.-]+)*)/gm)]
  return [
    ...named.filter(name => !scripts.includes(name)),
    ...files.flatMap(([, file = '']) => (existsSync(path.join(root, file)) ? [] : file)),
  ]
}

describe.each(workflows)('%s', file => {
  test('pins what it uses, and may do only what it needs', () => {
    expect(faultsOf(read(file))).toEqual([])
  })

  test('runs commands that are there', () => {
    const all = scriptsOf(parse(read(file)) as Workflow)
    expect(all.length).toBeGreaterThan(0)
    expect(all.flatMap(missingFrom)).toEqual([])
    if (all.includes('.ci/run')) accessSync(path.join(root, '.ci/run'), constants.X_OK)
  })
})

describe('a workflow', () => {
  const planted = (change: [string, string]) => read(`${folder}/release.yml`).replace(...change)
  test.each<[string, [string, string]]>([
    [
      'an action by tag',
      ['setup-node@a0853c24544627f65ddf259abe73b1d18a591444 # v5.0.0', 'setup-node@v5'],
    ],
    ['an action without its version', [' # v5.0.0', '']],
    ['rights of everybody', ['permissions: {}', 'permissions: write-all']],
    ['no list of rights', ['permissions: {}', '']],
    ['a right that nobody needs', ['packages: write', 'actions: write']],
    ['code of strangers with our rights', ['  push:', '  pull_request_target:']],
    ['a job without an end', ['    timeout-minutes: 60\n', '']],
    ['credentials left in the folder', ['persist-credentials: false', 'fetch-depth: 1']],
    [
      'a value inside a script',
      ['"$GITHUB_REF_NAME" > notes.txt', '${{ github.ref_name }} > notes.txt'],
    ],
  ])('with %s would be caught', (_, change) => {
    expect(faultsOf(planted(change))).not.toEqual([])
  })

  test('with a script that is not there would be caught', () => {
    expect(missingFrom('npm run fly')).toEqual(['fly'])
    expect(missingFrom('node scripts/fly.mjs')).toEqual(['scripts/fly.mjs'])
  })
})

describe('a release', () => {
  const notes = (tag: string) =>
    execFileSync('node', ['scripts/release-notes.mjs', tag], {
      cwd: root,
      stdio: 'pipe',
    }).toString()
  const { version } = JSON.parse(read('package.json')) as { version: string }

  test('takes its notes from the changelog', () => {
    const text = notes(`v${version}`)
    const lines = text.split('\n').length
    expect(lines).toBeGreaterThan(10)
    expect(lines).toBeLessThanOrEqual(80)
    expect(text).not.toMatch(/^## /m)
    expect(read('CHANGELOG.md')).toContain(text)
  })

  test('is refused when the tag is not the version', () => {
    expect(() => notes('v9.9.9')).toThrow(`the tag has to be v${version}`)
  })

  test('is never looked for at a registry, where the package of this name is somebody else’s', () => {
    const below = ['docs', 'docs/develop'].flatMap(at =>
      readdirSync(path.join(root, at)).map(file => path.join(at, file)),
    )
    const pages = ['README.md', 'CONTRIBUTING.md', 'client/README.md', 'deploy/package-readme.md']
    const all = [...pages, ...below].filter(file => file.endsWith('.md'))
    expect(all.length).toBeGreaterThan(15)
    const wrong = /npx marquee|npm (?:i|install|exec) (?:-g )?marquee/
    expect(all.filter(file => wrong.test(read(file)))).toEqual([])
  })

  test('has one version: of the program, of its lock file and of the client', () => {
    const of = (file: string) => (JSON.parse(read(file)) as { version: string }).version
    const all = ['package.json', 'package-lock.json', 'client/package.json'].map(of)
    expect(all).toEqual([version, version, version])
    expect(read('docs/develop/client.md')).toContain(`marquee-events-client-${version}.tgz`)
    expect(read('docs/operate/install.md')).toContain(`marquee-events-marquee-${version}.tgz`)
  })
})
