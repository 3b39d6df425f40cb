// A service with the demo studio for the tests that visit every screen.
import { newDatabase } from '../../api/test/cluster.ts'
import { startDemo, type Demo } from './demo.ts'
import { test as base } from './fixtures.ts'

export const test = base.extend<object, { demo: Demo }>({
  demo: [
    async ({}, use) => {
      const demo = await startDemo({
        ROLE: 'api',
        DATABASE_POOL: '4',
        DATABASE_URL: await newDatabase(),
      })
      await use(demo)
      await demo.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})
