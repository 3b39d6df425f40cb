// Imported before the tests of a process: writes down which statements they send, and what PostgreSQL
// says about the columns of each. `check.ts` compares this with the declared rows.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FieldDef } from 'pg'
import type { Db } from '../../../api/src/kernel/db/connect.ts'
import { sql, type Sql } from '../../../api/src/kernel/db/sql.ts'

/** `type` is an OID of PostgreSQL. */
export type ResultColumn = { name: string; type: number; hasNull: boolean }
/** The literal strings of a template, and its columns whenever they were others. */
export type SentStatement = { strings: readonly string[]; results: ResultColumn[][] }

type Execute = (
  this: Sql,
  db: Db,
) => Promise<{ rows: Record<string, unknown>[]; fields: FieldDef[] }>

const statements = new Map<readonly string[], Map<string, ResultColumn[]>>()

const prototype = Object.getPrototypeOf(sql``) as { execute: Execute }
const { execute } = prototype
prototype.execute = async function (db) {
  const result = await execute.call(this, db)
  recordResult(this.strings, result)
  return result
}

function recordResult(strings: readonly string[], { rows, fields }: Awaited<ReturnType<Execute>>) {
  const results = statements.get(strings) ?? new Map<string, ResultColumn[]>()
  statements.set(strings, results)
  const key = fields.map(({ name, dataTypeID }) => `${name} ${dataTypeID}`).join()
  const columns =
    results.get(key) ??
    fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID, hasNull: false }))
  results.set(key, columns)
  for (const column of columns) column.hasNull ||= rows.some((row) => row[column.name] === null)
}

/** Those of this process until now. */
export const sentStatements = (): SentStatement[] =>
  [...statements].map(([strings, results]) => ({ strings, results: [...results.values()] }))

process.on('exit', () => {
  const sent = sentStatements()
  const folder = process.env.TEST_STATEMENTS
  if (folder && sent.length > 0)
    writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify(sent))
})
