import { createBucket } from '../../../api/test/ceph.ts'
import { test as base } from '../fixtures.ts'
import { createTestFile, expectResumed } from '../resumed-uploads.ts'
import type { ServiceEnv } from '../service.ts'

const test = base.extend<object, { serviceEnv: ServiceEnv }>({
  serviceEnv: [
    async ({}, use) => {
      const steps: (() => unknown)[] = []
      const s3 = await createBucket({
        after: (free) => void steps.push(free as () => unknown),
        skip: () => {},
      })
      await use(
        s3
          ? {
              S3_ENDPOINT: s3.endpoint,
              S3_BUCKET: s3.bucket,
              S3_REGION: s3.region,
              S3_ACCESS_KEY_ID: s3.accessKeyId,
              S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
            }
          : {},
      )
      for (const free of steps) await free()
    },
    { scope: 'worker' },
  ],
})

test.skip(
  () => !process.env.TEST_S3,
  process.env.TEST_S3_ABSENT ?? 'TEST_S3 is not set: run the tests with npm run test:all',
)

test('resumes an upload to S3 after the service was killed', async ({ app }, testInfo) =>
  expectResumed(app, await createTestFile(testInfo)))
