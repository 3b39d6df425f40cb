// SQL as tagged templates. A statement inside of a statement becomes part of its text; every other
// value becomes a parameter. Only the functions of this file make statements, so text from outside is
// never part of one.
import type { Db, Result, Value } from './connect.ts'

type Part = Value | Sql
/** Columns to save. One that is undefined is left out. */
export type Row = Record<string, Part | undefined>

/** A statement, or a piece of one, whose rows are `Row`. */
class Sql<Row = unknown> {
  /** The text around the parts. The one of a template is the same array each time. */
  readonly strings: readonly string[]
  readonly parts: readonly Part[]
  /** Once it is composed, if it has no parameters. Most pieces are constants of their modules. */
  text: string | undefined

  constructor(strings: readonly string[], parts: readonly Part[]) {
    this.strings = strings
    this.parts = parts
    this.text = undefined
  }

  compose(): { text: string; values: Value[] } {
    const values: Value[] = []
    return { text: composeInto(values, this), values }
  }

  async execute(db: Pick<Db, 'query'>): Promise<Result<Row>> {
    const { text, values } = this.compose()
    return await db.query<Row>(text, values)
  }
}
export type { Sql }

/** Appends the parameters to `values` and returns the text. */
function composeInto(values: Value[], statement: Sql): string {
  if (statement.text !== undefined) return statement.text
  const { strings, parts } = statement
  const before = values.length
  let text = strings[0]!
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index]
    if (part instanceof Sql) text += composeInto(values, part)
    else if (part === undefined) throw new Error(`A parameter is undefined after: ${text}`)
    else text += `$${values.push(part)}`
    text += strings[index + 1]!
  }
  if (values.length === before) statement.text = text
  return text
}

function tag<Row = unknown>(strings: TemplateStringsArray, ...parts: Part[]): Sql<Row> {
  return new Sql<Row>(strings, parts)
}

const textOnly = (text: string): Sql => new Sql([text], [])
const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`

const columnsOf = (row: Row) =>
  Object.entries(row).filter((entry): entry is [string, Part] => entry[1] !== undefined)

function join(parts: readonly Part[], separator: Sql = COMMA): Sql {
  const separated = parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part]))
  return new Sql(Array<string>(separated.length + 1).fill(''), separated)
}
const COMMA = textOnly(', ')

export const sql = Object.assign(tag, {
  join,
  /** A name, such as `w.id` of a column or a table. */
  ref: (name: string) => textOnly(name.split('.').map(quoteName).join('.')),
  /** A constant in the text, which PostgreSQL knows when it plans the statement. */
  lit: (value: string | number | boolean | null) =>
    textOnly(typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)),
  /** Text of ours. Never text from outside. */
  raw: textOnly,
  /** The columns and values of an insert. */
  values(row: Row) {
    const columns = columnsOf(row)
    return tag`(${join(columns.map(([name]) => textOnly(quoteName(name))))})
      values (${join(columns.map(([, value]) => value))})`
  },
  /** The columns and values of an update. */
  set: (row: Row) =>
    tag`set ${join(columnsOf(row).map(([name, value]) => tag`${textOnly(quoteName(name))} = ${value}`))}`,
})
