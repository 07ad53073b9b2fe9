import type { Run } from '@marquee-events/client'

/** What a row of a plan or run stands for. */
export const subjectOf: Readonly<Record<Run['kind'], string>> = {
  refunds: 'order',
  message: 'guest',
  tickets: 'ticket',
}

/** What a run does, as a head. */
export const kindWords: Readonly<Record<Run['kind'], string>> = {
  refunds: 'Money given back',
  message: 'Message to guests',
  tickets: 'Tickets changed',
}

export type Move = 'pause' | 'continue' | 'stop' | 'retry'

const words: Readonly<Record<Run['state'], string>> = {
  running: 'It goes on',
  paused: 'It rests',
  stopping: 'It stops when what is being done has ended',
  stopped: 'It was stopped',
  done: 'It is done',
}

export const stateWords = (state: Run['state']): string => words[state]

/** What the person may do with a run now. Only who began it goes on with it. */
export function movesOf({
  state,
  yours,
  outcomes,
}: Pick<Run, 'state' | 'yours' | 'outcomes'>): Move[] {
  // Money that came back later needs another way, and no second try.
  const hasFailed = outcomes.some(
    ({ state: its, reason }) => its === 'failed' && reason !== 'bounced',
  )
  if (state === 'running') return ['pause', 'stop']
  if (state === 'paused') {
    return yours ? ['continue', 'stop', ...(hasFailed ? (['retry'] as const) : [])] : ['stop']
  }
  return state === 'done' && yours && hasFailed ? ['retry'] : []
}
