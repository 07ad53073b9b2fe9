import type { WrittenIn } from '../../db/changes.ts'
import type { ToldBasis } from './answer-basis.ts'

/** A kept value and the records it was made of. */
export type KeptEntry<T> = {
  readonly question: string
  readonly value: T
  readonly kinds: ToldBasis['kinds']
  /** Addresses under which the value is found without parsing them. */
  readonly addresses: string[]
  bytes: number
  /** Used since it was last considered for removal. */
  isUsed: boolean
}

/** Values by question and address. Each is removed at the first write to a record that it was made of. */
export type AnswerStore<T> = {
  /** The number of kept values, their bytes, and how many values had to leave to make room since the start. */
  load(): { answers: number; bytes: number; evictions: number }
  find(question: string): KeptEntry<T> | undefined
  findAt(address: string): KeptEntry<T> | undefined
  keep(question: string, value: T, made: { kinds: ToldBasis['kinds']; bytes: number }): KeptEntry<T>
  /** Finds the value at this address too from now on. */
  addAddress(kept: KeptEntry<T>, address: string): void
  /** A kept value has grown by this many bytes. */
  grow(kept: KeptEntry<T>, bytes: number): void
  drop(kept: KeptEntry<T>): void
  /** Removes the values made of these records of a kind. */
  dropMadeOf(kind: string, ids: WrittenIn): void
  clear(): void
}

const addressesMost = 4
/** The memory of an entry beside its bytes: its place in maps and sets. */
const bytesAround = 1500

/** `bytesMost` limits the memory; values that were not used for longest are removed first. */
export function createAnswerStore<T>(bytesMost: number): AnswerStore<T> {
  const byQuestion = new Map<string, KeptEntry<T>>()
  const byAddress = new Map<string, KeptEntry<T>>()
  const records = createRecordIndex<KeptEntry<T>>()
  const count = { bytes: 0, evictions: 0 }

  function drop(kept: KeptEntry<T>) {
    if (byQuestion.get(kept.question) !== kept) return
    byQuestion.delete(kept.question)
    for (const address of kept.addresses) byAddress.delete(address)
    records.remove(kept)
    count.bytes -= kept.bytes
  }

  function makeRoom() {
    for (const kept of count.bytes > bytesMost ? leaving(byQuestion) : []) {
      drop(kept)
      count.evictions += 1
      if (count.bytes <= bytesMost) return
    }
  }

  return {
    load: () => ({ answers: byQuestion.size, ...count }),
    find: question => byQuestion.get(question),
    findAt: address => byAddress.get(address),
    keep: (question, value, { kinds, bytes: own }) => {
      const before = byQuestion.get(question)
      if (before) drop(before)
      const size = own + question.length * 2 + bytesAround
      const kept = { question, value, kinds, addresses: [], bytes: size, isUsed: false }
      byQuestion.set(question, kept)
      records.add(kept)
      count.bytes += size
      makeRoom()
      return kept
    },
    addAddress: (kept, address) => {
      const isKept = byQuestion.get(kept.question) === kept
      if (!isKept || byAddress.has(address) || kept.addresses.length >= addressesMost) return
      kept.addresses.push(address)
      byAddress.set(address, kept)
      kept.bytes += address.length * 2
      count.bytes += address.length * 2
    },
    grow: (kept, more) => {
      if (byQuestion.get(kept.question) !== kept) return
      kept.bytes += more
      count.bytes += more
      makeRoom()
    },
    drop,
    dropMadeOf: (kind, ids) => {
      for (const kept of records.madeOf(kind, ids)) drop(kept)
    },
    clear: () => {
      byQuestion.clear()
      byAddress.clear()
      records.clear()
      count.bytes = 0
    },
  }
}

/** The order of removal. Second chance: a value used since it was last considered moves to the end of the queue once. */
function* leaving<T>(queue: Map<string, KeptEntry<T>>) {
  for (const kept of queue.values()) {
    if (kept.isUsed) {
      kept.isUsed = false
      queue.delete(kept.question)
      queue.set(kept.question, kept)
    } else yield kept
  }
}

type Kinds = { readonly kinds: ToldBasis['kinds'] }

/** Finds entries by the records that they were made of. */
function createRecordIndex<T extends Kinds>() {
  const byKind = new Map<string, MadeOf<T>>()
  const ofKind = (kind: string) => {
    const questions = byKind.get(kind) ?? { all: new Set(), byId: new Map() }
    byKind.set(kind, questions)
    return questions
  }
  return {
    add: (one: T) => {
      for (const [kind, ids] of one.kinds) add(ofKind(kind), one, ids)
    },
    remove: (one: T) => {
      for (const [kind, ids] of one.kinds) remove(ofKind(kind), one, ids)
    },
    madeOf: (kind: string, ids: WrittenIn): T[] => {
      const questions = byKind.get(kind)
      if (!questions) return []
      return ids === 'all'
        ? [...questions.all, ...[...questions.byId.values()].flatMap(some => [...some])]
        : [...questions.all, ...[...ids].flatMap(id => [...(questions.byId.get(id) ?? [])])]
    },
    clear: () => byKind.clear(),
  }
}

/** Entries made of any record of a kind, and entries by single records. */
type MadeOf<T> = { readonly all: Set<T>; readonly byId: Map<number, Set<T>> }

function add<T>({ all, byId }: MadeOf<T>, one: T, ids: ReadonlySet<number> | 'all') {
  if (ids === 'all') all.add(one)
  else {
    for (const id of ids) {
      const some = byId.get(id)
      if (some) some.add(one)
      else byId.set(id, new Set([one]))
    }
  }
}

function remove<T>({ all, byId }: MadeOf<T>, one: T, ids: ReadonlySet<number> | 'all') {
  if (ids === 'all') all.delete(one)
  else {
    for (const id of ids) {
      const some = byId.get(id)
      some?.delete(one)
      if (some?.size === 0) byId.delete(id)
    }
  }
}
