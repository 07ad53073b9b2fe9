import { useRights } from '../../interface/rights.ts'
import { ButtonLink } from '../../pieces/button-link.tsx'
import { Card, Head } from '../../pieces/page.tsx'

/** What is at the address of an event that was deleted, to which its orders still lead. */
export function InTrash() {
  const { mayMakeEvents, mayAnywhere } = useRights()
  return (
    <>
      <Head title="This event is in the trash" />
      <Card>
        <p>Visitors do not find it. Its orders, its tickets and their money are as they were.</p>
        {(mayMakeEvents || mayAnywhere('events.write')) && (
          <ButtonLink to="/events" search={{ show: 'trash' }} variant="default" mt="md">
            Events in the trash
          </ButtonLink>
        )}
      </Card>
    </>
  )
}
