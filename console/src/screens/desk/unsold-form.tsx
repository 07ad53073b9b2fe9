import { Button, Group, Textarea } from '@mantine/core'
import { type DeskBatch, MarqueeError } from '@marquee-events/client'
import { useState } from 'react'
import { marquee } from '../../interface/marquee.ts'
import { say, useEnded } from '../../interface/writes.ts'
import { wordsOf } from '../../interface/wrong.ts'
import { Wrong } from '../../pieces/page.tsx'
import { counted } from '../../pieces/words.ts'

const why = {
  unknown: 'is of another sheet, or of none',
  back: 'came back before',
  inside: 'came in already',
} as const

type Refused = { code: string; why: keyof typeof why }

/** Codes of unsold tickets, a line each: scanners that type end each with Enter. */
export function UnsoldForm({ batch, done }: { batch: DeskBatch; done: () => void }) {
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [refused, setRefused] = useState<readonly Refused[]>([])
  const [isSending, setSending] = useState(false)
  const ended = useEnded()
  const codes = [...new Set(text.split('\n').map(line => line.trim()))].filter(Boolean)
  const send = async () => {
    setSending(true)
    setWrong(undefined)
    setRefused([])
    try {
      const { left } = await marquee.returnUnsoldTickets({ id: batch.id, codes })
      await ended(['desk', 'orders', 'tickets', 'attendees'])
      say(`${counted(codes.length, 'ticket')} came back; ${left} are out.`)
      done()
    } catch (error) {
      setWrong(wordsOf(error))
      if (error instanceof MarqueeError && error.code === 'batch-codes-refused') {
        setRefused((error.data as { codes: Refused[] }).codes)
      }
    } finally {
      setSending(false)
    }
  }
  const leaveOut = () => {
    const bad = new Set(refused.map(({ code }) => code))
    setText(codes.filter(code => !bad.has(code)).join('\n'))
    setRefused([])
    setWrong(undefined)
  }
  return (
    <>
      <Textarea
        label="Codes"
        description="Scan them one after the other, or type the eight letters of each on a line."
        autosize
        minRows={4}
        maxRows={14}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
      <Wrong text={wrong} />
      {refused.length > 0 && (
        <>
          <ul>
            {refused.map(one => (
              <li key={one.code} className="breaks">
                {one.code} {why[one.why]}
              </li>
            ))}
          </ul>
          <Button variant="default" onClick={leaveOut}>
            Leave these out
          </Button>
        </>
      )}
      <Group mt="md">
        <Button loading={isSending} disabled={codes.length === 0} onClick={() => void send()}>
          {codes.length === 0 ? 'Take them back' : `Take ${counted(codes.length, 'ticket')} back`}
        </Button>
        <Button variant="default" onClick={done}>
          Not now
        </Button>
      </Group>
    </>
  )
}
