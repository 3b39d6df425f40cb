// Compares the declared row of every SQL template of the service with what PostgreSQL returned for it
// while the tests ran.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compare } from './compare.ts'
import type { SentStatement } from './record.ts'
import { readTemplates, serviceSources, type Template } from './templates.ts'

export type StatementCheck = {
  problems: string[]
  checked: number
  /** Places of templates that no test sent, although a row is declared or they are executed. */
  unsent: string[]
  /** Places of templates that were sent, and whose row is a type parameter. */
  open: string[]
}

/** Of the statements that were recorded into the folder. */
export const checkStatements = (folder: string): StatementCheck =>
  checkTemplates(readTemplates(serviceSources()), readSent(folder))

const readSent = (folder: string): SentStatement[] =>
  globSync(join(folder, '*.json')).flatMap(
    (file) => JSON.parse(readFileSync(file, 'utf8')) as SentStatement[],
  )

export function checkTemplates(
  templates: readonly Template[],
  sent: readonly SentStatement[],
): StatementCheck {
  const results = Map.groupBy(sent, ({ strings }) => keyOf(strings))
  const resultsOf = ({ strings }: Template) =>
    (results.get(keyOf(strings)) ?? []).flatMap((statement) => statement.results)
  const alike = Map.groupBy(templates, ({ strings }) => keyOf(strings))
  // Templates with the same text cannot be told apart, so one of them must fit.
  const isOtherwiseRight = (template: Template, columns: SentStatement['results'][number]) =>
    alike
      .get(keyOf(template.strings))!
      .some((other) => other !== template && other.row && compare(other.row, columns).length === 0)
  const declared = templates.filter(({ row }) => row)
  const problems = declared.flatMap((template) =>
    resultsOf(template)
      .filter((columns) => !isOtherwiseRight(template, columns))
      .flatMap((columns) => compare(template.row!, columns))
      .map((problem) => `${template.place}: ${problem}`),
  )
  const isSent = (template: Template) => results.has(keyOf(template.strings))
  const places = (chosen: readonly Template[]) => chosen.map(({ place }) => place)
  return {
    problems: [...new Set(problems)],
    checked: declared.filter(isSent).length,
    unsent: places(templates.filter((one) => (one.row || one.isExecuted) && !isSent(one))),
    open: places(templates.filter((one) => !one.row && !one.isExecuted && isSent(one))),
  }
}

const keyOf = (strings: readonly string[]): string => JSON.stringify(strings)
