/** Admits a number of requests at once and queues some more, with equal turns for every name. */
export type FairSlots = {
  /**
   * Waits for a place. Returns a function that gives it back, or the reason for a refusal: too many requests of this
   * name (`own`), or of all names together (`all`).
   */
  enter(name: string): Promise<Entered>
  /** Whether a request of this name is running or waiting. */
  hasAny(name: string): boolean
}

export type Entered = (() => void) | 'own' | 'all'

export type SlotLimits = {
  atOnce: number
  atOncePerName: number
  waiting: number
  waitingPerName: number
  waitMs: number
}

type Queue = { inside: number; waiting: Waiter[] }
type Waiter = (entered: Entered) => void

/**
 * Waiting requests are admitted by turns of names, so that many under one name delay another only by its share. When
 * too many wait, the last one of the name with the most is refused, because otherwise a few names could fill the
 * queue.
 */
export function createFairSlots(limits: SlotLimits): FairSlots {
  const queues = new Map<string, Queue>()
  let inside = 0
  let waiting = 0

  function letIn(name: string, queue: Queue): () => void {
    inside += 1
    queue.inside += 1
    queues.set(name, queue)
    return () => {
      inside -= 1
      queue.inside -= 1
      // Moves the name to the end of the turns.
      queues.delete(name)
      if (isInUse(queue)) queues.set(name, queue)
      letNextIn()
    }
  }

  function letNextIn() {
    if (inside >= limits.atOnce || waiting === 0) return
    for (const [name, queue] of queues) {
      if (queue.inside >= limits.atOncePerName) continue
      const next = queue.waiting.shift()
      if (!next) continue
      waiting -= 1
      next(letIn(name, queue))
      return
    }
  }

  function wait(name: string, queue: Queue): Promise<Entered> {
    return new Promise(resolve => {
      const giveUp = setTimeout(() => {
        queue.waiting.splice(queue.waiting.indexOf(enter), 1)
        waiting -= 1
        if (!isInUse(queue)) queues.delete(name)
        resolve(queue.inside >= limits.atOncePerName ? 'own' : 'all')
      }, limits.waitMs)
      const enter: Waiter = entered => {
        clearTimeout(giveUp)
        resolve(entered)
      }
      queue.waiting.push(enter)
      waiting += 1
    })
  }

  return {
    hasAny: name => queues.has(name),
    enter: async name => {
      const queue = queues.get(name) ?? { inside: 0, waiting: [] }
      if (inside < limits.atOnce && queue.inside < limits.atOncePerName) return letIn(name, queue)
      if (queue.waiting.length >= limits.waitingPerName) return 'own'
      if (waiting >= limits.waiting) {
        if (!sendLastAway(queues.values(), queue)) return 'all'
        waiting -= 1
      }
      queues.set(name, queue)
      return wait(name, queue)
    },
  }
}

const isInUse = ({ inside, waiting }: Queue) => inside > 0 || waiting.length > 0

/** Refuses the last request of the name with the most waiting, if those are more than the newcomer's will be. */
function sendLastAway(queues: Iterable<Queue>, own: Queue): boolean {
  let most = own
  for (const queue of queues) if (queue.waiting.length > most.waiting.length) most = queue
  if (most.waiting.length <= own.waiting.length + 1) return false
  most.waiting.pop()?.('own')
  return true
}
