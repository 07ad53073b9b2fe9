import {
  type CompiledQuery,
  IdentifierNode,
  type OperationNode,
  PostgresQueryCompiler,
  type QueryId,
  RawNode,
  type RootOperationNode,
  ValueNode,
} from 'kysely'

/** Compiled statements by their template, which is the same object at each place in the code. */
const texts = new WeakMap<readonly string[], string>()

/**
 * Compiles templates without Kysely's tree walk, which costs more than sending the statement. A template with only
 * values in it is compiled once: a sale sends the same few statements thousands of times a second. One with templates
 * in it is put together each time.
 */
export class StatementCompiler extends PostgresQueryCompiler {
  override compileQuery(node: RootOperationNode, queryId: QueryId): CompiledQuery {
    if (!RawNode.is(node)) return super.compileQuery(node, queryId)
    const parameters = valuesOf(node)
    if (parameters) return { query: node, queryId, sql: textOf(node.sqlFragments), parameters }
    const written: Written = { text: '', values: [] }
    if (!write(node, written)) return super.compileQuery(node, queryId)
    return { query: node, queryId, sql: written.text, parameters: written.values }
  }
}

/** Undefined when a parameter is part of the text. */
function valuesOf({ parameters }: RawNode): unknown[] | undefined {
  const values: unknown[] = []
  for (const parameter of parameters) {
    if (!isValue(parameter)) return undefined
    values.push(parameter.value)
  }
  return values
}

function textOf(fragments: readonly string[]): string {
  const cached = texts.get(fragments)
  if (cached !== undefined) return cached
  const text = fragments.map((fragment, at) => (at === 0 ? fragment : `$${at}${fragment}`)).join('')
  texts.set(fragments, text)
  return text
}

const isValue = (node: OperationNode): node is ValueNode =>
  ValueNode.is(node) && node.immediate !== true

type Written = { text: string; values: unknown[] }

/** Adds a template to the statement. False when it contains something else than values, names and templates. */
function write({ sqlFragments, parameters }: RawNode, written: Written): boolean {
  for (const [at, fragment] of sqlFragments.entries()) {
    written.text += fragment
    const parameter = parameters[at]
    if (parameter !== undefined && !writeParameter(parameter, written)) return false
  }
  return true
}

function writeParameter(node: OperationNode, written: Written): boolean {
  if (RawNode.is(node)) return write(node, written)
  if (IdentifierNode.is(node)) {
    written.text += `"${node.name.replaceAll('"', '""')}"`
    return true
  }
  if (!isValue(node)) return false
  written.values.push(node.value)
  written.text += `$${written.values.length}`
  return true
}
