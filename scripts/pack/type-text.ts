// Writes a JSON Schema as a TypeScript type.

export type JsonSchema = {
  type?: string
  title?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  items?: JsonSchema | JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  patternProperties?: Record<string, JsonSchema>
}
/** The name of the type of a schema, if it has one. */
export type FindTypeName = (schema: JsonSchema) => string | undefined

const MAX_LINE = 160
const PRIMITIVES: Record<string, string> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}

export function typeText(schema: JsonSchema, findName: FindTypeName): string {
  return findName(schema) ?? structureText(schema, findName)
}

/** The structure of a schema, even if it has a name itself. */
export function structureText(schema: JsonSchema, findName: FindTypeName): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.anyOf) return schema.anyOf.map((part) => typeText(part, findName)).join(' | ')
  if (Array.isArray(schema.items))
    return `[${schema.items.map((part) => typeText(part, findName)).join(', ')}]`
  if (schema.type === 'array') return `Array<${typeText(schema.items!, findName)}>`
  if (schema.patternProperties)
    return `Record<string, ${typeText(Object.values(schema.patternProperties)[0]!, findName)}>`
  if (schema.type === 'object') return objectText(schema, findName)
  if (schema.type === undefined) return 'unknown'
  const primitive = PRIMITIVES[schema.type]
  if (!primitive) throw new Error(`No TypeScript type for ${JSON.stringify(schema)}`)
  return primitive
}

function objectText(
  { properties = {}, required = [] }: JsonSchema,
  findName: FindTypeName,
): string {
  const fields = Object.entries(properties).map(
    ([name, field]) =>
      `${keyOf(name)}${required.includes(name) ? '' : '?'}: ${typeText(field, findName)}`,
  )
  const line = `{ ${fields.join('; ')} }`
  if (fields.length === 0) return 'Record<never, never>'
  return line.length <= MAX_LINE && !line.includes('\n')
    ? line
    : `{\n${fields.map((field) => `  ${field.replaceAll('\n', '\n  ')}\n`).join('')}}`
}

const keyOf = (name: string) => (/^[\w$]+$/.test(name) ? name : JSON.stringify(name))
