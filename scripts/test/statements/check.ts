// Compares the declared row of every SQL template of the service with what PostgreSQL returned for it
// while the tests ran.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compare } from './compare.ts'
import type { ResultColumn, SentStatement } from './record.ts'
import { readTemplates, serviceSources, type DeclaredRow, type Template } from './templates.ts'

export type StatementCheck = {
  problems: string[]
  checked: number
  /** Places of templates that no test sent, although a row is declared or they are executed. */
  unsent: string[]
  /** Places of templates that were sent, and whose columns depend on a type parameter. */
  generic: string[]
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
  const results = resultsByText(sent)
  const isSent = ({ strings }: Template) => results.has(textOf(strings))
  const declared = templates.filter(hasRow)
  const rows = Map.groupBy(declared, ({ strings }) => textOf(strings))
  // Templates with the same text cannot be told apart, so one of them must fit.
  const fitsAnother = (template: Template, columns: ResultColumn[]) =>
    rows
      .get(textOf(template.strings))!
      .some((other) => other !== template && compare(other.row, columns).length === 0)
  const problems = declared.flatMap((template) =>
    (results.get(textOf(template.strings)) ?? [])
      .filter((columns) => !fitsAnother(template, columns))
      .flatMap((columns) => compare(template.row, columns))
      .map((problem) => `${template.place}: ${problem}`),
  )
  const placesOf = (isChosen: (template: Template) => unknown) =>
    templates.filter(isChosen).map(({ place }) => place)
  return {
    problems: [...new Set(problems)],
    checked: declared.filter(isSent).length,
    unsent: placesOf((one) => (hasRow(one) || one.isExecuted) && !isSent(one)),
    generic: placesOf((one) => one.row === 'generic' && isSent(one)),
  }
}

const hasRow = (template: Template): template is Template & { row: DeclaredRow } =>
  template.row !== undefined && template.row !== 'generic'

function resultsByText(sent: readonly SentStatement[]): Map<string, ResultColumn[][]> {
  const byText = Map.groupBy(sent, ({ strings }) => textOf(strings))
  return new Map(
    [...byText].map(([text, statements]) => [text, statements.flatMap(({ results }) => results)]),
  )
}

const textOf = (strings: readonly string[]): string => JSON.stringify(strings)
