/** Who waits for a file: the service's own mails, or a network. */
export type Lane = string

/** The lane of mails. Every second turn is theirs, so that no mail waits behind strangers' downloads. */
export const mailLane: Lane = 'mails'

/** A file that is being made step by step. */
export type Queued = {
  /** Its pages that are still to be drawn. */
  pagesLeft: number
  /** Those who wait for it. A second one for the same file joins the first. */
  readonly lanes: Set<Lane>
}

type Limits = { pagesOfLane: number; pagesInAll: number }

/** Files in work. Turns go around between lanes, and within a lane between files, page by page. */
export type PrintQueue<Job extends Queued> = {
  /** Why this many pages more of a lane may not wait; undefined when they may. Mails always may. */
  refusalFor(lane: Lane, pages: number): 'lane' | 'all' | undefined
  add(job: Job, lane: Lane): void
  remove(job: Job): void
  /** The file whose step is next; undefined when nothing waits. */
  next(): Job | undefined
}

export function createPrintQueue<Job extends Queued>({
  pagesOfLane,
  pagesInAll,
}: Limits): PrintQueue<Job> {
  /** The files of a lane, the one whose turn is next first. */
  const lanes = new Map<Lane, Job[]>()
  let wasMail = false
  const pagesOf = (jobs: readonly Job[]) => jobs.reduce((sum, { pagesLeft }) => sum + pagesLeft, 0)
  const strangers = () => [...lanes].filter(([lane]) => lane !== mailLane)

  /** The lane of mails every second time, and else the first of strangers, which then stands last. */
  function nextLane(): Lane | undefined {
    const [first] = strangers()
    const hasMail = lanes.has(mailLane)
    if (!first || (hasMail && !wasMail)) return hasMail ? mailLane : undefined
    lanes.delete(first[0])
    lanes.set(...first)
    return first[0]
  }

  return {
    refusalFor(lane, pages) {
      if (lane === mailLane) return undefined
      const own = pagesOf(lanes.get(lane) ?? [])
      if (own > 0 && own + pages > pagesOfLane) return 'lane'
      const all = strangers().reduce((sum, [, jobs]) => sum + pagesOf(jobs), 0)
      // A network for which nothing waits is refused last.
      const most = own > 0 ? pagesInAll - pages : 2 * pagesInAll
      return all > most ? 'all' : undefined
    },
    add(job, lane) {
      if (job.lanes.has(lane)) return
      job.lanes.add(lane)
      lanes.set(lane, [...(lanes.get(lane) ?? []), job])
    },
    remove(job) {
      for (const lane of job.lanes) {
        const left = (lanes.get(lane) ?? []).filter(one => one !== job)
        if (left.length > 0) lanes.set(lane, left)
        else lanes.delete(lane)
      }
    },
    next() {
      const lane = nextLane()
      if (lane === undefined) return undefined
      wasMail = lane === mailLane
      const jobs = lanes.get(lane) ?? []
      const job = jobs.shift()
      if (job) jobs.push(job)
      return job
    },
  }
}
