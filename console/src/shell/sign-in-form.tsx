import { Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { signIn } from '../interface/marquee.ts'
import { wordsOf } from '../interface/wrong.ts'
import { Wrong } from '../pieces/page.tsx'
import { site } from '../site.ts'

const refusals = {
  wrong: 'This name and password do not belong together.',
  wait: 'There were too many attempts. Try again in some minutes.',
}

/** The form of `/sign-in`, without leaving the screen. */
export function SignInForm({ login: known = '', onDone }: { login?: string; onDone: () => void }) {
  const [login, setLogin] = useState(known)
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [isSending, setSending] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send()
  }
  const send = async () => {
    setSending(true)
    try {
      const done = await signIn(login, password)
      if (done === 'in') return onDone()
      if (done === 'elsewhere') {
        globalThis.location.assign(`${site.base}/sign-in/code?next=/admin`)
        return
      }
      setWrong(refusals[done])
    } catch (error) {
      setWrong(wordsOf(error))
    } finally {
      setSending(false)
    }
  }
  return (
    <form onSubmit={submit} aria-label="Sign in">
      <Wrong text={wrong} />
      <Stack>
        <TextInput
          label="Login or e-mail address"
          value={login}
          onChange={event => setLogin(event.currentTarget.value)}
          autoComplete="username"
          maxLength={254}
          required
          withAsterisk={false}
        />
        <PasswordInput
          label="Password"
          value={password}
          onChange={event => setPassword(event.currentTarget.value)}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
          required
          withAsterisk={false}
        />
        <Button type="submit" fullWidth loading={isSending}>
          Sign in
        </Button>
        <Anchor href={`${site.base}/sign-in/forgotten`} className="small">
          Forgotten the password?
        </Anchor>
      </Stack>
    </form>
  )
}
