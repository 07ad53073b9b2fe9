import { Button } from '@mantine/core'
import { useQuery, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { codesQuery } from '../../interface/code-queries.ts'
import { eventChoicesQuery } from '../../interface/queries.ts'
import { Badges } from '../../pieces/badges.tsx'
import { Empty, Head } from '../../pieces/page.tsx'
import { plain } from '../../pieces/words.ts'
import { Batches } from './batches.tsx'
import { CodeDialog, useCodeDialog } from './code-dialog.tsx'
import { CodeRecords, More, pagesOf } from './code-list.tsx'
import { ManyCodes } from './many-codes.tsx'

const route = getRouteApi('/coupons')

/** A search looks at every code; else those of batches are in their batch. */
const narrowedBy = (search: string | undefined, batch: string | undefined) =>
  search === undefined ? { batch: batch ?? 'none' } : { search }

/** All codes of the site; those of one event have a screen there, too. */
export function Coupons() {
  const { search, batch } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useSuspenseInfiniteQuery(codesQuery(narrowedBy(search, batch)))
  const { data: coming } = useQuery(eventChoicesQuery)
  const { codes, choices } = pagesOf(list.data)
  const { add, addMany, change } = useCodeDialog()
  const remove = () => void navigate({ search: {} })
  const events = (coming?.events ?? []).map(({ id, title }) => ({ id, title: plain(title) }))
  return (
    <>
      <Head title="Coupons">
        <Button variant="default" onClick={addMany}>
          Make many codes
        </Button>
        <Button onClick={add}>New coupon</Button>
      </Head>
      <Badges
        badges={[
          ...(search === undefined ? [] : [{ what: 'Code', value: search, remove }]),
          ...(batch === undefined ? [] : [{ what: 'Batch', value: batch, remove }]),
        ]}
      />
      {codes.length === 0 ? (
        <Empty title={search ? 'No coupon is like that' : 'There are no coupons'}>
          <p className="soft">
            A code takes a share or an amount off the price, or shows a hidden ticket.
          </p>
        </Empty>
      ) : (
        <CodeRecords label="Coupons" codes={codes} choices={choices} change={change} />
      )}
      <More list={list} />
      {search === undefined && batch === undefined && <Batches />}
      <ManyCodes templates={codes} />
      <CodeDialog noun="coupon" event={undefined} choices={{ events, tickets: [] }} />
    </>
  )
}
