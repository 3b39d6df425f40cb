import type { FastifyReply } from 'fastify'
import { type CsvTable, formatCsv } from '@reelay/subtitles/csv'

export type Attachment = { name: string; mime: string; bytes: Uint8Array | string }

/** A file that is made for the one who asks. */
export const sendAttachment = (reply: FastifyReply, { name, mime, bytes }: Attachment) =>
  reply
    .headers({
      'content-type': mime,
      'content-disposition': contentDisposition(name),
      'content-security-policy': "sandbox; default-src 'none'",
    })
    .send(typeof bytes === 'string' ? bytes : Buffer.from(bytes))

export const sendCsv = (reply: FastifyReply, name: string, table: CsvTable) =>
  sendAttachment(reply, {
    name: `${name}.csv`,
    mime: 'text/csv; charset=utf-8; header=present',
    bytes: formatCsv(table),
  })

/**
 * Safe for any name: RFC 6266, with an ASCII name for those who read no other. Always an
 * attachment: nothing uploaded is shown as a page of ours.
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
