// A shape as TypeScript spells it, from the JSON Schema that TypeBox makes of it.

export type Schema = {
  type?: string
  title?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema | Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  patternProperties?: Record<string, Schema>
}
/** What a shape is called where it is spelled, if it has a name there. */
export type Naming = (schema: Schema) => string | undefined

const LONGEST_LINE = 160
const PLAIN: Record<string, string> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}

export function shapeOf(schema: Schema, naming: Naming): string {
  return naming(schema) ?? spelled(schema, naming)
}

/** By its parts, whatever it is called itself. */
export function spelled(schema: Schema, naming: Naming): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.anyOf) return schema.anyOf.map((part) => shapeOf(part, naming)).join(' | ')
  if (Array.isArray(schema.items))
    return `[${schema.items.map((part) => shapeOf(part, naming)).join(', ')}]`
  if (schema.type === 'array') return `Array<${shapeOf(schema.items!, naming)}>`
  if (schema.patternProperties)
    return `Record<string, ${shapeOf(Object.values(schema.patternProperties)[0]!, naming)}>`
  if (schema.type === 'object') return objectOf(schema, naming)
  if (schema.type === undefined) return 'unknown'
  const plain = PLAIN[schema.type]
  if (!plain) throw new Error(`Nobody has said how to spell ${JSON.stringify(schema)}`)
  return plain
}

function objectOf({ properties = {}, required = [] }: Schema, naming: Naming): string {
  const fields = Object.entries(properties).map(
    ([name, field]) =>
      `${keyOf(name)}${required.includes(name) ? '' : '?'}: ${shapeOf(field, naming)}`,
  )
  const line = `{ ${fields.join('; ')} }`
  if (fields.length === 0) return 'Record<never, never>'
  return line.length <= LONGEST_LINE && !line.includes('\n')
    ? line
    : `{\n${fields.map((field) => `  ${field.replaceAll('\n', '\n  ')}\n`).join('')}}`
}

const keyOf = (name: string) => (/^[\w$]+$/.test(name) ? name : JSON.stringify(name))
