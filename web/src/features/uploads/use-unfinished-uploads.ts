import { assets, files, uploads } from '@reelay/api/contract'
import { useQueries } from '@tanstack/react-query'
import { useEndpointQuery, useService } from '../../api/queries.ts'
import { useUploadItems } from './upload-queue-context.ts'
import type { TargetAsset, UnfinishedUpload } from './upload-queue.ts'

/**
 * What the reader began to upload, here or elsewhere, and did not end; without what is under way in
 * this tab.
 */
export function useUnfinishedUploads(): (UnfinishedUpload & { place: TargetAsset })[] {
  const { ask } = useService()
  const items = useUploadItems()
  const { data } = useEndpointQuery(uploads.listUploads, { range: { first: 0, last: 99 } })
  const begun = uniqueByFile(
    data?.items.filter(({ status }) => status === 'coming' || status === 'failed') ?? [],
  ).filter(({ file }) => !items.some((item) => item.file === file._id))
  const records = useQueries({
    queries: begun.map(({ file }) => ({
      queryKey: [files.getFile.path, { params: { id: file._id } }],
      queryFn: () => ask(files.getFile, { params: { id: file._id } }),
    })),
  })
  const ids = [
    ...new Set(
      records.flatMap(({ data: record }) => (record?.sha256 === null ? [record.asset] : [])),
    ),
  ]
  const places = useQueries({
    queries: ids.map((id) => ({
      queryKey: [assets.getAsset.path, { params: { id } }],
      queryFn: () => ask(assets.getAsset, { params: { id } }),
    })),
  })
  return begun.flatMap(({ _id, file, length, offset, fault }, index) => {
    const record = records[index]?.data
    const place = record?.sha256 === null ? places[ids.indexOf(record.asset)]?.data : undefined
    return place
      ? [
          {
            upload: _id,
            file: file._id,
            name: file.name,
            length,
            offset,
            fault: fault?.detail ?? null,
            place,
          },
        ]
      : []
  })
}

/** A beginning whose answer was lost leaves two; the further one counts. */
const uniqueByFile = (all: uploads.Upload[]): uploads.Upload[] => [
  ...new Map(
    all
      .toSorted((one, other) => one.offset - other.offset)
      .map((upload) => [upload.file._id, upload]),
  ).values(),
]
