// The browser tests: `node_modules/.bin/playwright test -c web/playwright.config.ts`.
import { defineConfig } from '@playwright/test'

const VIEWPORT = { width: 1440, height: 900 }

export default defineConfig({
  testDir: 'browser',
  outputDir: 'test-results',
  globalSetup: './browser/global-setup.ts',
  fullyParallel: true,
  // Each has a service and a browser, which fill a core.
  workers: 2,
  retries: process.env.TEST_RETRY ? 1 : 0,
  // Long enough for a machine that does something else, too.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  // Node removes the types itself, as everywhere else in the repository.
  build: { external: ['**/*.ts'] },
  use: {
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    viewport: VIEWPORT,
    trace: { mode: 'retain-on-failure', screenshots: false, sources: false },
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'journeys', testDir: 'browser/journeys' },
    { name: 'chromium', testMatch: 'browser/*.spec.ts' },
    {
      name: 'firefox',
      testMatch: 'journeys/order-to-download.spec.ts',
      use: { browserName: 'firefox' },
    },
    { name: 'nightly', testDir: 'browser/nightly' },
  ],
})
