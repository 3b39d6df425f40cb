// One Ceph gateway for all scenarios of a run, with a bucket for each.
import { startGateway, type S3Gateway } from '../../api/test/ceph.ts'
import { createEmptyBucket } from '../../api/test/s3-multipart.ts'

let gateway: Promise<S3Gateway> | undefined
let buckets = 0

/** The settings of the service. Throws where Ceph cannot be installed. */
export async function createObjectStore(): Promise<
  Record<string, string> & { S3_ENDPOINT: string }
> {
  gateway ??= startGateway()
  const { TEST_S3: endpoint, TEST_S3_ABSENT } = (await gateway).env
  if (!endpoint) throw new Error(TEST_S3_ABSENT)
  const bucket = `proof-${(buckets += 1)}`
  const keys = { accessKeyId: 'dev', secretAccessKey: 'devsecret' }
  await createEmptyBucket({ endpoint, bucket, region: 'us-east-1', pathStyle: true, ...keys })
  return {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: keys.accessKeyId,
    S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
    S3_PATH_STYLE: '1',
  }
}

export async function stopObjectStore(): Promise<void> {
  await (await gateway)?.stop()
}
