import type { FastifyReply } from 'fastify'

type Value = string | number | null | undefined
export type Table = { head: string[]; rows: Value[][] }

export function sendCsv(reply: FastifyReply, name: string, table: Table): FastifyReply {
  return reply.headers({ 'content-type': 'text/csv; charset=utf-8; header=present', 'content-disposition': `attachment; filename="${name}.csv"` }).send(csvOf(table))
}

/** RFC 4180. */
export const csvOf = ({ head, rows }: Table): string => [head, ...rows].map((row) => `${row.map(field).join(',')}\r\n`).join('')

const QUOTED = /[",\r\n]/
/** Text that begins so is a formula to a spreadsheet, which would work it out for whoever opens the file. Numbers are only numbers. */
const FORMULA = /^[=+\-@\t\r]/

function field(value: Value): string {
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value ?? '')
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
