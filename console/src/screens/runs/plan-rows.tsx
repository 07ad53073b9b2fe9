import { Button } from '@mantine/core'
import type { Plan, PlanSum } from '@marquee-events/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { planRowsQuery } from '../../interface/desk-queries.ts'
import { Failed, Waiting } from '../../pieces/page.tsx'
import { Records } from '../../pieces/records.tsx'
import { amountColumn, subjectColumn } from './row-columns.tsx'

/** Rows of a plan to which the same would be done, for the same reason. */
export function PlanRows({ plan, sum }: { plan: Plan; sum: Pick<PlanSum, 'action' | 'reason'> }) {
  const list = useInfiniteQuery(planRowsQuery(plan.id, sum))
  const rows = list.data?.pages.flatMap(page => page.rows) ?? []
  if (list.isPending) return <Waiting lines={3} />
  if (list.isError) return <Failed error={list.error} again={() => void list.refetch()} />
  return (
    <>
      <Records
        label="Rows of the plan"
        columns={[subjectColumn(plan.kind), ...(plan.kind === 'refunds' ? [amountColumn] : [])]}
        rows={rows}
        keyOf={({ n }) => n}
      />
      {list.hasNextPage && (
        <Button mt="md" variant="default" onClick={() => void list.fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  )
}
