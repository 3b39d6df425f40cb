import type { Plugin } from 'vite'

/** Validation and documentation are tasks of the service. The app needs only the types of schemas. */
const SERVICE_FIELDS: Readonly<Record<string, readonly string[]>> = {
  endpoint: ['summary', 'unaudited', 'params', 'query', 'body', 'record', 'reply'],
  Type: ['expects'],
}

/** Leaves out of contracts what only the service uses. */
export const stripContracts: Plugin = {
  name: 'strip-contracts',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/api\/src\/.*\bcontract\b/.test(id)) return undefined
    return withoutServiceFields(code, this.parse(code, { lang: 'ts' }))
  },
}

type Node = { type: string; start: number; end: number; [field: string]: unknown }

/** Removes the fields from the arguments of `endpoint()` and `Type.…()`. */
export function withoutServiceFields(code: string, program: unknown): string {
  let stripped = ''
  let end = 0
  for (const [from, to] of [...findServiceFields(program)].toSorted(([a], [b]) => a - b)) {
    stripped += code.slice(end, from)
    end = to
  }
  return stripped + code.slice(end)
}

function* findServiceFields(node: unknown): Generator<[from: number, to: number]> {
  if (Array.isArray(node)) for (const child of node) yield* findServiceFields(child)
  if (!isNode(node)) return
  const fields = node.type === 'CallExpression' ? SERVICE_FIELDS[calleeOf(node)] : undefined
  for (const child of Object.values(node))
    if (!fields || child !== node.arguments) yield* findServiceFields(child)
  for (const argument of fields ? (node.arguments as Node[]) : [])
    if (argument.type === 'ObjectExpression') yield* findFields(argument, fields!)
    else yield* findServiceFields(argument)
}

function* findFields(
  { properties, end }: Node,
  fields: readonly string[],
): Generator<[from: number, to: number]> {
  const all = properties as Node[]
  for (const [index, property] of all.entries())
    if (fields.includes((property.key as Node | undefined)?.name as string))
      yield [property.start, all[index + 1]?.start ?? end - 1]
    else yield* findServiceFields(property)
}

/** `endpoint`, or `Type` of `Type.String`. */
function calleeOf({ callee }: Node): string {
  const { object, name } = callee as Node
  return (isNode(object) ? object.name : name) as string
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value
