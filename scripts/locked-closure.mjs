/**
 * The entries of a lock file that some packages need: themselves, what they depend on, and their optional parts for every kind
 * of machine unless `optional` is false. Versions that the checkout overrides stay as they are locked, because overrides count in a checkout only. No
 * entry names the address of a registry.
 */
export function lockedClosure(packages, names, { optional = true } = {}) {
  const found = new Map()
  const visit = (from, name) => {
    const place = placeOf(packages, from, name)
    // Optional parts that the registry lacks are not in the lock file.
    if (place === undefined || found.has(place)) return
    const { resolved: _, dev: __, ...entry } = packages[place]
    found.set(place, entry)
    const needs = { ...entry.dependencies, ...(optional && entry.optionalDependencies) }
    for (const needed of Object.keys(needs)) visit(place, needed)
  }
  for (const name of names) visit('', name)
  return Object.fromEntries([...found].sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** Where Node would find a package: in the folder of the one that asks, or in one above it. */
function placeOf(packages, from, name) {
  for (
    let folder = from;
    ;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))
  ) {
    const place = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (packages[place] !== undefined) return place
    if (folder === '') return undefined
  }
}
