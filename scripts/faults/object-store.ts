// One Ceph gateway for all scenarios of a run, with a bucket for each.
import { randomUUID } from 'node:crypto'
import { createEmptyBucket, startGateway, type S3Gateway } from '../../api/test/ceph.ts'

let gateway: Promise<S3Gateway> | undefined

/** A test run has started one already. */
const startOnce = (): Promise<S3Gateway> =>
  (gateway ??=
    process.env.TEST_S3 || process.env.TEST_S3_ABSENT
      ? Promise.resolve({ env: process.env, stop: async () => {} })
      : startGateway())

export const missingObjectStore = async (): Promise<string | undefined> =>
  (await startOnce()).env.TEST_S3_ABSENT

/** The settings of the service. */
export async function createObjectStore(): Promise<
  Record<string, string> & { S3_ENDPOINT: string }
> {
  const endpoint = (await startOnce()).env.TEST_S3!
  const bucket = `faults-${randomUUID()}`
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
