// Finds every regular expression in source files, including those that are put together from
// constants of the same file and the patterns of schemas.
import { parseSync } from 'oxc-parser'
import type { ScannedFile } from './sources.ts'

/** `source` is undefined if the pattern is only known when the code runs. */
export type FoundPattern = {
  file: string
  line: number
  code: string
  source: string | undefined
  flags: string
}
type Node = { type: string; start: number; end: number; [field: string]: unknown }
type Pattern = { source: string; flags: string }
type Values = Map<string, string | Pattern>

export function findPatterns({ path, text }: ScannedFile): FoundPattern[] {
  const { program, errors } = parseSync(path, text)
  if (errors.length) throw new Error(`${path}: ${errors[0]!.message}`)
  const nodes = [...walk(program)]
  const values = readConstants(nodes)
  return nodes.flatMap((node) => {
    const pattern = patternOf(node, values)
    if (!pattern) return []
    const code = text.slice(node.start, node.end).replace(/\s+/g, ' ')
    return [{ file: path, line: text.slice(0, node.start).split('\n').length, code, ...pattern }]
  })
}

function* walk(node: unknown): Generator<Node> {
  if (Array.isArray(node)) for (const one of node) yield* walk(one)
  else if (typeof node === 'object' && node !== null) {
    if ('type' in node) yield node as Node
    for (const child of Object.values(node)) yield* walk(child)
  }
}

/** Strings and patterns, by the name of their constant. */
function readConstants(nodes: Node[]): Values {
  const values: Values = new Map()
  for (const { type, id, init } of nodes) {
    if (type !== 'VariableDeclarator' || (id as Node).type !== 'Identifier' || !init) continue
    const value = evaluate(init as Node, values)
    if (value !== undefined) values.set((id as Node).name as string, value)
  }
  return values
}

function patternOf(
  node: Node,
  values: Values,
): Omit<FoundPattern, 'file' | 'line' | 'code'> | undefined {
  if (node.type === 'Literal' && node.regex) return literalPattern(node)
  if (node.type === 'NewExpression' && (node.callee as Node).name === 'RegExp')
    return constructed(node.arguments as Node[], values)
  const isSchema = node.type === 'Property' && (node.key as Node).name === 'pattern'
  const value = isSchema ? evaluate(node.value as Node, values) : undefined
  return typeof value === 'string' ? { source: value, flags: '' } : undefined
}

const literalPattern = ({ regex }: Node): Pattern => {
  const { pattern, flags } = regex as { pattern: string; flags: string }
  return { source: pattern, flags }
}

function constructed([first, second]: Node[], values: Values) {
  const [pattern, flags] = [evaluate(first!, values), second && evaluate(second, values)]
  const own = typeof pattern === 'object' ? pattern.flags : ''
  return {
    source: typeof pattern === 'object' ? pattern.source : pattern,
    flags: typeof flags === 'string' ? flags : own,
  }
}

/** The value of a string, a template, a pattern or a name of one. */
function evaluate(node: Node, values: Values): string | Pattern | undefined {
  if (node.type === 'Literal' && node.regex) return literalPattern(node)
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  if (node.type === 'Identifier') return values.get(node.name as string)
  if (node.type === 'TemplateLiteral') return fillTemplate(node, 'cooked', values)
  if (node.type === 'TaggedTemplateExpression')
    return fillTemplate(node.quasi as Node, 'raw', values)
  if (node.type === 'MemberExpression' && (node.property as Node).name === 'source') {
    const owner = evaluate(node.object as Node, values)
    return typeof owner === 'object' ? owner.source : undefined
  }
  if (node.type === 'NewExpression' && (node.callee as Node).name === 'RegExp') {
    const { source, flags } = constructed(node.arguments as Node[], values)
    return source === undefined ? undefined : { source, flags }
  }
  return undefined
}

function fillTemplate(node: Node, form: 'raw' | 'cooked', values: Values): string | undefined {
  const quasis = node.quasis as { value: { raw: string; cooked: string } }[]
  const filled = (node.expressions as Node[]).map((expression) => evaluate(expression, values))
  if (filled.some((value) => typeof value !== 'string')) return undefined
  return quasis
    .map(({ value }, index) => `${value[form]}${(filled[index] as string) ?? ''}`)
    .join('')
}
