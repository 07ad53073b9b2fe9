import { Alert, Anchor, Button, Paper, Skeleton, Text } from '@mantine/core'
import { useEffect, type ReactNode } from 'react'
import { wordsOf } from '../interface/wrong.ts'
import { site } from '../site.ts'

/** The head of a screen. Its title is that of the window too, so that a history of pages can be read. */
export function Head(props: { title: string; above?: ReactNode; children?: ReactNode }) {
  const { title, above, children } = props
  useEffect(() => {
    document.title = `${title} · ${site.name}`
  }, [title])
  return (
    <div className="head">
      <div>
        {above !== undefined && <div className="soft small">{above}</div>}
        <h1>{title}</h1>
      </div>
      {children !== undefined && <div className="acts">{children}</div>}
    </div>
  )
}

export function Card({
  title,
  aside,
  children,
}: {
  title?: string
  aside?: ReactNode
  children: ReactNode
}) {
  return (
    <Paper withBorder p="lg" mb={14} component="section">
      {title !== undefined && (
        <div className="head" style={{ marginBottom: 12 }}>
          <h2>{title}</h2>
          {aside}
        </div>
      )}
      {children}
    </Paper>
  )
}

/** What a screen without records says: what to do first. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <Paper withBorder p="xl" ta="center" component="section">
      <h2>{title}</h2>
      <div style={{ marginTop: 10 }}>{children}</div>
    </Paper>
  )
}

/** Lines in the place of what is being read, so that nothing jumps when it is there. */
export function Waiting({ lines = 6 }: { lines?: number }) {
  return (
    <Paper withBorder p="lg" aria-busy="true">
      <span className="visually-hidden" role="status">
        Loading
      </span>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} h={22} mb={14} />
      ))}
    </Paper>
  )
}

type Failure = { error: unknown; again?: () => void; isScreen?: boolean }

/** What could not be read. In the place of a whole screen its title is the heading of the screen. */
export function Failed({ error, again, isScreen }: Failure) {
  const title = 'This could not be read'
  return (
    <Alert
      color="bad"
      variant="light"
      title={isScreen ? <h1 className="as-text">{title}</h1> : title}
      role="alert"
    >
      <Text mb={again ? 10 : 0}>{wordsOf(error)}</Text>
      {again && (
        <Button variant="default" onClick={again}>
          Try again
        </Button>
      )}
    </Alert>
  )
}

/** What went wrong with a form as a whole; its fields have their own sentences. */
export function Wrong({ text }: { text: string | undefined }) {
  if (text === undefined || text === '') return null
  return <Alert color="bad" variant="light" role="alert" mb="md" title={text} />
}

/** A link to a page outside of the console, in a window of its own. */
export function Outside({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Anchor href={href} target="_blank" rel="noopener">
      {children}
    </Anchor>
  )
}
