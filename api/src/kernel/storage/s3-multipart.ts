// Multipart uploads: parts become an object when the upload is completed.
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  UploadPartCommand,
  ListPartsCommand,
  UploadPartCopyCommand,
  type ListPartsCommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3'
import { ignoreMissing } from './s3-problem.ts'
import type { ByteRange } from './storage.ts'

export function multipartCalls(client: S3Client, bucket: string) {
  const locate = (name: string) => ({ Bucket: bucket, Key: name })
  return {
    async beginMultipart(name: string): Promise<string> {
      return (await client.send(new CreateMultipartUploadCommand(locate(name)))).UploadId!
    },
    async uploadPart(
      name: string,
      multipart: string,
      number: number,
      body: Buffer,
    ): Promise<string> {
      const part = { ...locate(name), UploadId: multipart, PartNumber: number, Body: body }
      return (await client.send(new UploadPartCommand(part))).ETag!
    },
    /** The store rejects a range that the source does not have. */
    async copyPart(
      name: string,
      multipart: string,
      number: number,
      source: { name: string; range: ByteRange },
    ): Promise<string> {
      const { CopyPartResult } = await client.send(
        new UploadPartCopyCommand({
          ...locate(name),
          UploadId: multipart,
          PartNumber: number,
          CopySource: `${bucket}/${source.name}`,
          CopySourceRange: `bytes=${source.range.start}-${source.range.end}`,
        }),
      )
      return CopyPartResult!.ETag!
    },
    /** Ceph returns a marker on the last page too, so the paginator of the SDK would not end. */
    async listEtags(name: string, multipart: string): Promise<string[]> {
      const etags: string[] = []
      for (let marker: string | undefined = '0'; marker !== undefined;) {
        const page: ListPartsCommandOutput = await client.send(
          new ListPartsCommand({
            ...locate(name),
            UploadId: multipart,
            PartNumberMarker: marker,
          }),
        )
        for (const { PartNumber, ETag } of page.Parts ?? []) etags[PartNumber! - 1] = ETag!
        marker = page.IsTruncated ? page.NextPartNumberMarker : undefined
      }
      return etags
    },
    /** `etags` are those of the parts 1, 2, 3 and so on. Parts may be missing. */
    async completeMultipart(name: string, multipart: string, etags: string[]): Promise<void> {
      const Parts = etags.flatMap((ETag, index) => (ETag ? [{ PartNumber: index + 1, ETag }] : []))
      await client.send(
        new CompleteMultipartUploadCommand({
          ...locate(name),
          UploadId: multipart,
          MultipartUpload: { Parts },
        }),
      )
    },
    async abortMultipart(name: string, multipart: string): Promise<void> {
      await client
        .send(new AbortMultipartUploadCommand({ ...locate(name), UploadId: multipart }))
        .catch(ignoreMissing)
    },
  }
}
