import { files, uploads } from '@reelay/api/contract'
import { useQueries } from '@tanstack/react-query'
import { useAnswer, useService } from '../../answers.ts'
import { useItems } from '../../uploads/context.ts'
import type { Unfinished } from '../../uploads/queue.ts'

/** What the reader began to upload to an asset, here or elsewhere, and did not end; without what is under way in this tab. */
export function useUnfinished(asset: string): Unfinished[] {
  const { ask } = useService()
  const items = useItems()
  const { data } = useAnswer(uploads.listUploads, { range: { first: 0, last: 99 } })
  const begun = uniqueByFile(data?.items.filter(({ status }) => status === 'coming' || status === 'failed') ?? [])
  const records = useQueries({ queries: begun.map(({ file }) => ({ queryKey: [files.getFile.path, { params: { id: file._id } }], queryFn: () => ask(files.getFile, { params: { id: file._id } }) })) })
  return begun
    .filter(({ file }, index) => records[index]?.data?.asset === asset && records[index].data.sha256 === null && !items.some((item) => item.file === file._id))
    .map(({ _id, file, length, offset, fault }) => ({ upload: _id, file: file._id, name: file.name, length, offset, fault: fault?.detail ?? null }))
}

/** A beginning whose answer was lost leaves two; the further one counts. */
const uniqueByFile = (all: uploads.Upload[]): uploads.Upload[] =>
  [...new Map(all.toSorted((one, other) => one.offset - other.offset).map((upload) => [upload.file._id, upload])).values()]
