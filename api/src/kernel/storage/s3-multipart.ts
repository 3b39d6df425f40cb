// Multipart uploads, by which the store itself joins parts that it already has.
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  UploadPartCopyCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { ignoreMissing } from './s3-problem.ts'

type CopiedPart = { PartNumber: number; ETag: string }

export function multipartCalls(client: S3Client, bucket: string) {
  const locate = (name: string) => ({ Bucket: bucket, Key: name })
  return {
    async beginMultipart(name: string): Promise<string> {
      return (await client.send(new CreateMultipartUploadCommand(locate(name)))).UploadId!
    },
    /** The range makes the store reject a part that is shorter than expected. */
    async copyPart(
      name: string,
      multipart: string,
      number: number,
      source: { name: string; length: number },
    ): Promise<CopiedPart> {
      const { CopyPartResult } = await client.send(
        new UploadPartCopyCommand({
          ...locate(name),
          UploadId: multipart,
          PartNumber: number,
          CopySource: `${bucket}/${source.name}`,
          CopySourceRange: `bytes=0-${source.length - 1}`,
        }),
      )
      return { PartNumber: number, ETag: CopyPartResult!.ETag! }
    },
    async completeMultipart(name: string, multipart: string, parts: CopiedPart[]): Promise<void> {
      await client.send(
        new CompleteMultipartUploadCommand({
          ...locate(name),
          UploadId: multipart,
          MultipartUpload: { Parts: parts },
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
