import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { Icon } from './icon.tsx'

type Props = {
  value: string
  label: string
  placeholder: string
  onSearch: (text: string) => void
}

/** A field whose text goes into the address shortly after the last key. */
export function SearchField({ value, label, placeholder, onSearch }: Props) {
  const [text, setText] = useState(value)
  const sent = useRef(value)
  const send = useDebouncedCallback((typed: string) => {
    sent.current = typed
    onSearch(typed)
  }, 250)
  useEffect(() => {
    // The address changed by itself, as when going back.
    if (value !== sent.current) setText(value)
    sent.current = value
  }, [value])
  return (
    <TextInput
      type="search"
      label={label}
      placeholder={placeholder}
      leftSection={<Icon name="search" />}
      value={text}
      maxLength={200}
      onChange={event => {
        setText(event.currentTarget.value)
        send(event.currentTarget.value.trim())
      }}
      style={{ flex: '1 1 260px' }}
    />
  )
}
