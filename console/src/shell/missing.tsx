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
