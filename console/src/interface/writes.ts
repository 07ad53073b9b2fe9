import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { wordsOf } from './wrong.ts'

type Kind =
  | 'events'
  | 'venues'
  | 'organizers'
  | 'terms'
  | 'tickets'
  | 'questions'
  | 'orders'
  | 'attendees'
  | 'coupons'
  | 'fees'
  | 'taxes'
  | 'settlements'
  | 'team'
  | 'mails'
  | 'settings'
  | 'sessions'
  | 'doors'
  | 'keys'
  | 'desk'
  | 'tills'
  | 'runs'
  | 'views'

/**
 * A write of one button: says that it was done, or why not, and reads anew what was made from the records it changed.
 * Nothing is shown as done before the service says so.
 */
export function useWrite<V, R>(options: {
  write: (values: V) => Promise<R>
  changes: readonly Kind[]
  done: string | ((result: R) => string)
  after?: (result: R) => unknown
}) {
  const ended = useEnded()
  return useMutation({
    mutationFn: options.write,
    onSuccess: async result => {
      await ended(options.changes)
      say(typeof options.done === 'string' ? options.done : options.done(result))
      await options.after?.(result)
    },
    onError: tellRefusal,
  })
}

/** Says why something was not done. */
export const tellRefusal = (error: unknown) =>
  notifications.show({ color: 'bad', message: wordsOf(error), autoClose: 12_000 })

export const say = (message: string) => notifications.show({ color: 'good', message })

/** Reads anew whatever was made from records of these kinds. */
export function useEnded() {
  const queries = useQueryClient()
  return (kinds: readonly Kind[]) =>
    Promise.all(kinds.map(kind => queries.invalidateQueries({ queryKey: [kind] })))
}
