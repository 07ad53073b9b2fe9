import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Empty, Head } from '../pieces/page.tsx'

export function Missing() {
  return (
    <>
      <Head title="Nothing is here" />
      <Empty title="This address has no screen">
        <Anchor component={Link} to="/">
          Go to Today
        </Anchor>
      </Empty>
    </>
  )
}

/** What somebody sees at the address of a screen that their rights do not open. */
export function NotYours() {
  return (
    <>
      <Head title="This is not open to you" />
      <Empty title="Your rights do not include this screen">
        <p className="soft">Whoever manages the team can give them to you.</p>
        <Anchor component={Link} to="/">
          Go to Today
        </Anchor>
      </Empty>
    </>
  )
}
