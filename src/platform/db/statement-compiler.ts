import {
  type CompiledQuery,
  PostgresQueryCompiler,
  type QueryId,
  RawNode,
  type RootOperationNode,
  ValueNode,
} from 'kysely'

/** Compiled statements by their template, which is the same object at each place in the code. */
const texts = new WeakMap<readonly string[], string>()

/**
 * Compiles a statement that is one template with only values in it, once. A sale sends the same few statements
 * thousands of times a second.
 */
export class StatementCompiler extends PostgresQueryCompiler {
  override compileQuery(node: RootOperationNode, queryId: QueryId): CompiledQuery {
    const parameters = RawNode.is(node) ? valuesOf(node) : undefined
    if (!RawNode.is(node) || parameters === undefined) return super.compileQuery(node, queryId)
    return { query: node, queryId, sql: textOf(node.sqlFragments), parameters }
  }
}

/** Undefined when a parameter is part of the text. */
function valuesOf({ parameters }: RawNode): unknown[] | undefined {
  const values: unknown[] = []
  for (const parameter of parameters) {
    if (!ValueNode.is(parameter) || parameter.immediate === true) return undefined
    values.push(parameter.value)
  }
  return values
}

function textOf(fragments: readonly string[]): string {
  const known = texts.get(fragments)
  if (known !== undefined) return known
  const text = fragments.map((fragment, at) => (at === 0 ? fragment : `$${at}${fragment}`)).join('')
  texts.set(fragments, text)
  return text
}
