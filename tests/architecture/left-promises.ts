import { parseSync } from 'oxc-parser'

type Node = { type: string; start: number; end: number; [name: string]: unknown }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

const isFunction = ({ type }: Node) => type.includes('Function')

/** The nodes of one function, without those of functions inside it. */
function inside(node: Node): Node[] {
  return childrenOf(node).flatMap(child => (isFunction(child) ? [] : [child, ...inside(child)]))
}

function functionsIn(node: Node): Node[] {
  const inner = childrenOf(node).flatMap(functionsIn)
  return isFunction(node) || node.type === 'Program' ? [node, ...inner] : inner
}

const nameOf = (node: unknown) =>
  isNode(node) && node.type === 'Identifier' ? String(node['name']) : undefined

/** The names that an `await` waits for: `await one`, or `await Promise.all([one, other])`. */
function awaited({ argument }: Node): (string | undefined)[] {
  if (!isNode(argument)) return []
  const [list] = argument.type === 'CallExpression' ? (argument['arguments'] as Node[]) : []
  const elements = list?.type === 'ArrayExpression' ? (list['elements'] as Node[]) : []
  return [argument, ...elements].map(nameOf)
}

/**
 * Promises that a function begins, keeps under a name and awaits only after it awaited something else. When that other
 * thing fails first, nobody hears of the failure of the promise, which ends the whole process. What is given a `catch` of
 * its own is left out.
 */
export function leftPromises(source: string): string[] {
  const { program } = parseSync('source.tsx', source)
  return functionsIn(program as unknown as Node).flatMap(one => leftIn(inside(one)))
}

/** Whether a function gives the promise of this name a `catch` of its own. */
const isCaught = (nodes: readonly Node[], name: string) =>
  nodes.some(
    ({ type, object, property }) =>
      type === 'MemberExpression' && nameOf(object) === name && nameOf(property) === 'catch',
  )

function leftIn(nodes: readonly Node[]): string[] {
  const awaits = nodes.filter(({ type }) => type === 'AwaitExpression')
  return nodes
    .filter(({ type, init }) => type === 'VariableDeclarator' && isNode(init))
    .filter(({ init }) => (init as Node).type === 'CallExpression')
    .flatMap(begun => {
      const name = nameOf(begun['id'])
      if (name === undefined || isCaught(nodes, name)) return []
      const end = awaits.find(one => one.start > begun.end && awaited(one).includes(name))
      if (end === undefined) return []
      const isLeft = awaits.some(({ start }) => start > begun.end && start < end.start)
      return isLeft ? [name] : []
    })
}
