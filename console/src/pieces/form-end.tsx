import { Button } from '@mantine/core'

/** The button that saves a long form; it stays in sight while the form is scrolled. */
export function FormEnd({ isSending, children }: { isSending: boolean; children: string }) {
  return (
    <div className="form-end">
      <Button type="submit" loading={isSending}>
        {children}
      </Button>
    </div>
  )
}
