import { Button, Group, Modal, PasswordInput, Text, TextInput } from '@mantine/core'
import { MarqueeError } from '@marquee-events/client'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState, useSyncExternalStore } from 'react'
import { asked, type Asking } from '../interface/asked.ts'
import { marquee, readSession } from '../interface/marquee.ts'
import { sessionQuery } from '../interface/queries.ts'
import { wordsOf } from '../interface/wrong.ts'
import { Wrong } from '../pieces/page.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** The dialogs in which a request waits for the person: signing in again, or the password before money and people change. */
export function AskingDialogs() {
  const asking = useSyncExternalStore(asked.subscribe, asked.now)
  return (
    <Modal
      opened={asking !== undefined}
      onClose={() => asking?.done(false)}
      title={asking?.for === 'sign-in' ? 'You were signed out' : 'Confirm that it is you'}
      closeOnClickOutside={false}
      zIndex={400}
    >
      {asking?.for === 'sign-in' && <SignInAgain asking={asking} />}
      {asking?.for === 'password' && <Confirm asking={asking} />}
    </Modal>
  )
}

function SignInAgain({ asking }: { asking: Asking }) {
  const session = useQueryClient().getQueryData(sessionQuery.queryKey)
  return (
    <>
      <Text mb="md">
        Sign in again, and what you were doing goes on. Nothing that you typed is lost.
      </Text>
      <SignInForm login={session?.user.login ?? ''} onDone={() => asking.done(true)} />
    </>
  )
}

function Confirm({ asking }: { asking: Asking }) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [needsCode, setNeedsCode] = useState(false)
  const [told, setTold] = useState<string>()
  const [isSending, setSending] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send()
  }
  const send = async () => {
    setSending(true)
    try {
      const { fresh } = await marquee.confirmSession({ password, ...(code !== '' && { code }) })
      await readSession()
      if (fresh) return asking.done(true)
      setTold(
        'This account has no password. A mail brings a link to sign in again; open it in this browser.',
      )
    } catch (error) {
      const lacksCode = MarqueeError.is(error, 'incorrect_code')
      setTold(lacksCode && code === '' ? 'This account has a second factor, too.' : wordsOf(error))
      if (lacksCode) setNeedsCode(true)
    } finally {
      setSending(false)
    }
  }
  return (
    <form onSubmit={submit}>
      <Text mb="md">
        Changes to people, keys and money ask for your password again after ten minutes. Then it
        goes on by itself.
      </Text>
      <Wrong text={told} />
      <PasswordInput
        label="Your password"
        value={password}
        onChange={event => setPassword(event.currentTarget.value)}
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
        data-autofocus
        required
        withAsterisk={false}
      />
      {needsCode && (
        <TextInput
          label="Code of your second factor"
          description="From your app, or a recovery code."
          mt="md"
          value={code}
          onChange={event => setCode(event.currentTarget.value)}
          autoComplete="one-time-code"
          inputMode="numeric"
        />
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={() => asking.done(false)}>
          Not now
        </Button>
        <Button type="submit" loading={isSending}>
          Confirm
        </Button>
      </Group>
    </form>
  )
}
