type Values = Readonly<Record<string, string | boolean>>

/** A field that two people changed in different ways. */
export type Clash<V> = { field: keyof V & string; mine: string | boolean; theirs: string | boolean }

/**
 * What was typed, over a record that changed meanwhile. `first` is the record as the form opened it. Fields that only the other
 * changed are taken over; those that both changed differently are clashes, and keep what was typed until somebody decides.
 */
export function mergedOver<V extends Values>(
  first: V,
  { mine, theirs }: { mine: V; theirs: V },
): { values: V; taken: (keyof V & string)[]; clashes: Clash<V>[] } {
  const taken: (keyof V & string)[] = []
  const clashes: Clash<V>[] = []
  const values: Record<string, string | boolean> = { ...mine }
  for (const field of Object.keys(first) as (keyof V & string)[]) {
    const [was, own, other] = [first[field], mine[field], theirs[field]]
    if (other === was || other === own || own === undefined || other === undefined) continue
    if (own === was) {
      values[field] = other
      taken.push(field)
    } else clashes.push({ field, mine: own, theirs: other })
  }
  return { values: values as V, taken, clashes }
}
