import type { FastifyReply } from 'fastify'
import { type CsvTable, formatCsv } from '@reelay/subtitles/csv'

export type Attachment = { name: string; mime: string; bytes: Uint8Array | string }

/** Sends a file that is generated for this request. */
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
