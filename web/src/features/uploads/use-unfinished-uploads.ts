import { assets, files, uploads } from '@reelay/api/contract'
import { useQueries } from '@tanstack/react-query'
import { useEndpointQuery } from '../../api/queries.ts'
import { useAfterFirstQueries } from '../../api/use-after-first-queries.ts'
import { useService } from '../../api/service-context.ts'
import { useUploadItems } from './upload-queue-context.ts'
import type { UnfinishedUpload } from './upload-queue.ts'

/** The user's unfinished uploads of any device, except those that run in this tab. */
export function useUnfinishedUploads(): UnfinishedUpload[] {
  const { call } = useService()
  const items = useUploadItems()
  const { data } = useEndpointQuery(
    uploads.listUploads,
    { range: { first: 0, last: 99 } },
    { enabled: useAfterFirstQueries() },
  )
  const unfinished = uniqueByFile(
    data?.items.filter(({ status }) => status === 'coming' || status === 'failed') ?? [],
  ).filter(({ file }) => !items.some((item) => item.file === file._id))
  const records = useQueries({
    queries: unfinished.map(({ file }) => ({
      queryKey: [files.getFile.path, { params: { id: file._id } }],
      queryFn: () => call(files.getFile, { params: { id: file._id } }),
    })),
  })
  const assetIds = [
    ...new Set(
      records.flatMap(({ data: record }) => (record?.sha256 === null ? [record.asset] : [])),
    ),
  ]
  const targets = useQueries({
    queries: assetIds.map((id) => ({
      queryKey: [assets.getAsset.path, { params: { id } }],
      queryFn: () => call(assets.getAsset, { params: { id } }),
    })),
  })
  return unfinished.flatMap(({ _id, file, length, offset, fault }, index) => {
    const record = records[index]?.data
    const asset =
      record?.sha256 === null ? targets[assetIds.indexOf(record.asset)]?.data : undefined
    return asset
      ? [
          {
            upload: _id,
            file: file._id,
            name: file.name,
            length,
            offset,
            error: fault?.detail ?? null,
            asset,
          },
        ]
      : []
  })
}

/** A lost response may leave two uploads for one file. Keep the one that got further. */
const uniqueByFile = (all: uploads.Upload[]): uploads.Upload[] => [
  ...new Map(
    all
      .toSorted((one, other) => one.offset - other.offset)
      .map((upload) => [upload.file._id, upload]),
  ).values(),
]
