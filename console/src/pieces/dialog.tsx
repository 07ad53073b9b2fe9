import { Button, Group, Modal, type ModalProps } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'

/** A dialog over a screen. Once something was typed in it, only its buttons close it: no key and no click beside it. */
export function Dialog({ children, ...props }: ModalProps) {
  const [isTyped, setTyped] = useState(false)
  const { opened } = props
  useEffect(() => setTyped(false), [opened])
  return (
    <Modal {...props} closeOnEscape={!isTyped} closeOnClickOutside={!isTyped}>
      <div onInput={() => setTyped(true)}>{children}</div>
    </Modal>
  )
}

type Ends = { cancel: () => void; isSending: boolean; children: ReactNode }

/** The end of a form in a dialog: it is sent, or given up. */
export function DialogButtons({ cancel, isSending, children }: Ends) {
  return (
    <Group justify="flex-end" mt="xs">
      <Button variant="default" onClick={cancel}>
        Cancel
      </Button>
      <Button type="submit" loading={isSending}>
        {children}
      </Button>
    </Group>
  )
}

/** The dialog of a screen that the address opens by `new`, so that it can be linked to and is there after a reload. */
export function useDialogInAddress() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const go = (parts: Record<string, unknown>) =>
    void navigate({ to: '.', search: parts as never, replace: true })
  return {
    isOpen: search['new'] !== undefined,
    open: () => go({ ...search, new: '1' }),
    close: () => {
      const { new: _new, ...rest } = search
      go(rest)
    },
  }
}
