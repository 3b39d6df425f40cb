// npm run bench -- --s3: an upload through the service to a real S3 gateway, compared with a
// multipart upload by the AWS SDK to the same gateway.
import type { S3Settings } from '../../api/src/kernel/storage/s3-bucket.ts'
import { startGateway } from '../../api/test/ceph.ts'
import { createEmptyBucket, uploadInParts } from '../../api/test/s3-multipart.ts'
import { startService } from '../../api/test/service.ts'
import type { BenchFixtures } from './fixtures.ts'
import { median } from './median.ts'
import { measureRate, startUpload } from './upload-speed.ts'

/** Megabytes per second. */
export type S3Figures = { length: number; ours: number; sdk: number; share: number }
type S3Context = {
  filled: BenchFixtures
  env: Record<string, string>
  rounds: number
  length: number
}

const KEYS = { accessKeyId: 'dev', secretAccessKey: 'devsecret' }

export async function measureS3({ filled, env, rounds, length }: S3Context): Promise<S3Figures> {
  const gateway = await startGateway()
  const endpoint = gateway.env.TEST_S3
  if (!endpoint) throw new Error(gateway.env.TEST_S3_ABSENT)
  const settings = { endpoint, region: 'us-east-1', bucket: 'bench', pathStyle: true, ...KEYS }
  await createEmptyBucket(settings)
  const service = await startService({
    ...env,
    S3_ENDPOINT: endpoint,
    S3_BUCKET: settings.bucket,
    S3_ACCESS_KEY_ID: KEYS.accessKeyId,
    S3_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
    S3_PATH_STYLE: '1',
  })
  try {
    const figures: { ours: number; sdk: number }[] = []
    for (let round = 0; round < rounds; round++) {
      const { target, path } = await startUpload(service, filled, length)
      const ours = await measureRate(target, path, length)
      figures.push({ ours, sdk: await measureSdk(settings, `sdk-${round}`, length) })
    }
    const of = (figure: (round: (typeof figures)[number]) => number) => median(figures.map(figure))
    return {
      length,
      ours: of((round) => round.ours),
      sdk: of((round) => round.sdk),
      share: of((round) => round.ours / round.sdk),
    }
  } finally {
    service.signal('SIGTERM')
    await service.ended
    await gateway.stop()
  }
}

async function measureSdk(settings: S3Settings, key: string, length: number): Promise<number> {
  const began = performance.now()
  await uploadInParts(settings, key, length)
  return length / ((performance.now() - began) / 1000) / 1e6
}

export const formatS3 = ({ length, ours, sdk, share }: S3Figures) =>
  `Upload of ${(length / 1024 ** 2).toFixed(0)} MiB to S3: ${ours.toFixed(0)} MB/s, hashed; the AWS SDK alone ${sdk.toFixed(0)}. That is ${(share * 100).toFixed(1)} % of the SDK. Aim: 70 % or more.`
