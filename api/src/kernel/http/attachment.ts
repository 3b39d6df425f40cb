import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { type CsvTable, formatCsv, formatCsvRows } from '@reelay/subtitles/csv'

export type Attachment = { name: string; mime: string; bytes: Uint8Array | string | Readable }

/** Sends a file that is generated for this request. */
export const sendAttachment = (reply: FastifyReply, { name, mime, bytes }: Attachment) =>
  reply
    .headers({
      'content-type': mime,
      'content-disposition': contentDisposition(name),
      'content-security-policy': "sandbox; default-src 'none'",
    })
    .send(bytes instanceof Uint8Array ? Buffer.from(bytes) : bytes)

/** The rows of a long table follow in `more`. */
export const sendCsv = (
  reply: FastifyReply,
  name: string,
  table: CsvTable,
  more?: AsyncIterable<CsvTable>,
) =>
  sendAttachment(reply, {
    name: `${name}.csv`,
    mime: 'text/csv; charset=utf-8; header=present',
    bytes: more ? Readable.from(csvParts(table, more)) : formatCsv(table),
  })

async function* csvParts(first: CsvTable, more: AsyncIterable<CsvTable>) {
  yield formatCsv(first)
  for await (const { rows } of more) yield formatCsvRows(rows)
}

/**
 * RFC 6266, with an ASCII fallback for old clients. Always an attachment, so that no uploaded file
 * is shown as a page of this site.
 */
export function contentDisposition(name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '_')
    .replace(/["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
