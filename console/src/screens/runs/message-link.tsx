import type { ListAddress } from '../../interface/list-address.ts'
import { useRights } from '../../interface/rights.ts'
import { ButtonLink } from '../../pieces/button-link.tsx'

type Props = { list: 'orders' | 'attendees'; address: ListAddress }

/** Leads from a list to a message to everybody in it. */
export function MessageLink({ list, address }: Props) {
  const { may } = useRights()
  if (!may('mails.write')) return null
  const query = String(new URLSearchParams(address))
  return (
    <ButtonLink to="/message" search={{ list, query }} variant="default">
      Write to these
    </ButtonLink>
  )
}
