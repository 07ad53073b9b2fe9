import type { Statement } from './count-statements.ts'
import { indexMark } from '../../src/platform/db/planned-anew.ts'
import type { TestApp } from './start-app.ts'

/** A part of a plan that reads rows of a table. */
export type Scan = { table: string; kind: string; rows: number; loops: number }

type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

/** What each statement that reads has looked at when it runs again: every scan of a table, with how many rows. */
export async function scansOf(
  { database }: Pick<TestApp, 'database'>,
  statements: readonly Statement[],
): Promise<Scan[]> {
  const scans: Scan[] = []
  for (const { text, values } of statements) {
    if (!/^(?:\/\*[^*]*\*\/)*\s*(?:select|with)\b/.test(text)) continue
    const plan = await planOf(database, { text, values })
    const [{ Plan: root }] = typeof plan === 'string' ? JSON.parse(plan) : plan
    walk(root, scans)
  }
  return scans
}

/** The plan of a statement that has run, with what it read. */
async function planOf({ pool }: TestApp['database'], { text, values }: Statement) {
  const client = await pool.connect()
  try {
    await client.query('begin')
    if (text.startsWith(indexMark)) await client.query('set local enable_seqscan = off')
    const { rows } = await client.query(`explain (analyze, format json) ${text}`, values)
    return rows[0]['QUERY PLAN']
  } finally {
    await client.query('rollback')
    client.release()
  }
}

function walk(node: PlanNode, scans: Scan[]) {
  const table = node['Relation Name']
  if (table !== undefined) {
    const perLoop =
      node['Actual Rows'] +
      (node['Rows Removed by Filter'] ?? 0) +
      (node['Rows Removed by Index Recheck'] ?? 0)
    scans.push({
      table,
      kind: node['Node Type'],
      rows: perLoop * node['Actual Loops'],
      loops: node['Actual Loops'],
    })
  }
  for (const part of node.Plans ?? []) walk(part, scans)
}
