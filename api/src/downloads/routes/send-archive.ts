// Sends files as one ZIP. Its layout is known before the bytes are, so any range can be requested.
import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../kernel/db/connect.ts'
import { contentDisposition } from '../../kernel/http/attachment.ts'
import { sendChunks } from '../../kernel/http/send-file.ts'
import type { Storage } from '../../kernel/storage/storage.ts'
import { saveChecksum } from '../commands.ts'
import type { ArchivedContent } from '../queries/content.ts'
import { archiveOf } from '../rules/archive.ts'
import { archiveBytes } from './archive-bytes.ts'
import { requestedRange } from './send-content.ts'

type Target = { db: Db; storage: Storage; request: FastifyRequest; reply: FastifyReply }
/** `created` is in seconds. The same archive always has the same bytes. */
type Archive = { name: string; created: number; content: readonly ArchivedContent[] }
type Sending = {
  /** Records the downloads before the first byte is sent. */
  record: (isResumed: boolean) => Promise<unknown>
  /** Runs `send` with a signal that ends the response. */
  run: (send: (signal: AbortSignal) => Promise<FastifyReply>) => Promise<FastifyReply>
}

export async function sendArchive(
  { db, storage, request, reply }: Target,
  { name, created, content }: Archive,
  { record, run }: Sending,
): Promise<FastifyReply> {
  const layout = archiveOf(content, created)
  const identity = [created, content.map((file) => [file.name, file.key])]
  const etag = `"${hash('sha256', JSON.stringify(identity)).slice(0, 32)}"`
  const range = requestedRange(request, etag, layout.length)
  reply.code(range.whole ? 200 : 206).headers({
    'content-type': 'application/zip',
    'content-disposition': contentDisposition(name),
    'content-length': range.end - range.start + 1,
    'accept-ranges': 'bytes',
    etag,
    ...(!range.whole && {
      'content-range': `bytes ${range.start}-${range.end}/${layout.length}`,
    }),
  })
  // On HEAD, Fastify would overwrite our Content-Length.
  if (request.method === 'HEAD') return reply.send(Readable.from([]))
  await record(range.start > 0)
  const checksums = content.flatMap(({ crc32 }, index): [number, number][] =>
    crc32 === null ? [] : [[index, crc32]],
  )
  const reader = {
    storage,
    checksums: new Map(checksums),
    onChecksum: (key: string, checksum: number) => saveChecksum(db, key, checksum),
  }
  return run((signal) => sendChunks(reply, archiveBytes(layout, range, reader), signal))
}
