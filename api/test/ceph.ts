// A real S3 gateway for a whole test run, where Ceph is or can be installed. Every test gets its own
// bucket.
import { spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  S3Client,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3'
import { freePort } from '../src/kernel/db/embedded.ts'
import type { S3Settings } from '../src/kernel/storage/s3-bucket.ts'

const SCRIPT = fileURLToPath(new URL('../../scripts/ceph.sh', import.meta.url))
const PACKAGES = ['ceph-mon', 'ceph-osd', 'radosgw']

/** `env` holds the URL of the gateway, or the reason why there is none. */
export type S3Gateway = {
  env: { TEST_S3?: string; TEST_S3_ABSENT?: string }
  stop: () => Promise<void>
}

export async function startGateway(): Promise<S3Gateway> {
  const absent = isInstalled() ? undefined : install()
  if (absent) return { env: { TEST_S3_ABSENT: absent }, stop: async () => {} }
  // On a busy machine the monitor sometimes refuses its first command.
  const gateway = (await runScript()) ?? (await runScript())
  if (!gateway) throw new Error('Ceph does not start. Its output is above.')
  return gateway
}

async function runScript(): Promise<S3Gateway | undefined> {
  const ports = { CEPH_PORT: String(await freePort()), CEPH_MON_PORT: String(await freePort()) }
  const script = spawn(SCRIPT, {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...ports },
  })
  const ended = once(script, 'exit')
  const [address] = await Promise.race([
    once(createInterface(script.stdout), 'line') as Promise<string[]>,
    ended.then((): string[] => []),
  ])
  if (!address) return undefined
  return {
    env: { TEST_S3: address },
    async stop() {
      script.stdin.end()
      await ended
    },
  }
}

const isInstalled = () =>
  PACKAGES.every((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0)

/** Returns the reason if it fails. */
function install(): string | undefined {
  const hint = `To run the S3 tests, install the Debian packages ${PACKAGES.join(', ')}.`
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return hint
  console.log('Installing Ceph for the S3 tests (once) …')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update', '-qq'], { env })
  const { status, stderr } = spawnSync(
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', ...PACKAGES],
    { env, encoding: 'utf8' },
  )
  return status === 0
    ? undefined
    : `Ceph could not be installed: ${stderr.trim().split('\n').at(-1)} ${hint}`
}

/** Creates a bucket for one test and empties it afterwards. Without a gateway the test is skipped. */
export async function createBucket(
  t: Pick<TestContext, 'after' | 'skip'>,
): Promise<S3Settings | undefined> {
  const endpoint = process.env.TEST_S3
  if (!endpoint) {
    t.skip(process.env.TEST_S3_ABSENT ?? 'TEST_S3 is not set: run the tests with npm test')
    return undefined
  }
  const settings = {
    endpoint,
    bucket: `test-${randomUUID()}`,
    region: 'us-east-1',
    accessKeyId: 'dev',
    secretAccessKey: 'devsecret',
    pathStyle: true,
  }
  await createEmptyBucket(settings)
  t.after(async () => {
    const client = createS3Client(settings)
    const { objects } = await listBucket(settings)
    await Promise.all(
      objects.map((name) =>
        client.send(new DeleteObjectCommand({ Bucket: settings.bucket, Key: name })),
      ),
    )
    client.destroy()
  })
  return settings
}

export async function createEmptyBucket(settings: S3Settings): Promise<void> {
  const client = createS3Client(settings)
  await client.send(new CreateBucketCommand({ Bucket: settings.bucket }))
  client.destroy()
}

/** The names of all objects and of all unfinished multipart uploads in a bucket. */
export async function listBucket(
  settings: S3Settings,
): Promise<{ objects: string[]; unfinished: string[] }> {
  const client = createS3Client(settings)
  const objects: string[] = []
  for await (const { Contents = [] } of paginateListObjectsV2(
    { client },
    { Bucket: settings.bucket },
  ))
    objects.push(...Contents.map(({ Key }) => Key!))
  const { Uploads = [] } = await client.send(
    new ListMultipartUploadsCommand({ Bucket: settings.bucket }),
  )
  client.destroy()
  return { objects, unfinished: Uploads.map(({ Key }) => Key!) }
}

export const createS3Client = ({ endpoint, region, accessKeyId, secretAccessKey }: S3Settings) =>
  new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
