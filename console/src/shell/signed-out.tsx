import { Paper } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { site } from '../site.ts'
import { SignInForm } from './sign-in-form.tsx'

/** What `/admin` shows to somebody who is not signed in. */
export function SignedOut() {
  const queries = useQueryClient()
  useEffect(() => {
    document.title = `Sign in · ${site.name}`
  }, [])
  return (
    <main style={{ maxWidth: 460, margin: '8vh auto 0' }}>
      <div
        className="lamps"
        aria-hidden="true"
        style={{ display: 'flex', gap: 4, marginBottom: 12 }}
      >
        <i />
        <i />
        <i />
      </div>
      <h1 style={{ marginBottom: 6 }}>{site.name}</h1>
      <p className="soft" style={{ marginBottom: 18 }}>
        Sign in to look after events, orders and the door.
      </p>
      <Paper withBorder p="lg">
        <SignInForm onDone={() => void queries.invalidateQueries()} />
      </Paper>
    </main>
  )
}
