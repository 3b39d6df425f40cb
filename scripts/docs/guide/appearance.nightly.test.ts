// The guide in a browser: light and dark, on a desktop and on a phone.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from '@playwright/test'
import { AXE_VIEWS, findViolations } from '../../../api/test/axe.ts'
import { openBrowser } from '../../../api/test/chromium.ts'
import { OWN_SERVICE, loadFixtures } from '../../../api/test/fixtures.ts'
import { docsRoutes } from '../../../api/src/operations/docs/routes.ts'
import { buildGuide } from './build.ts'
import { DOCS_HOME } from './site.ts'

/** One of each kind: the index, prose with code, tables and anchors, a list of files. */
const PAGES = ['', '/webhooks', '/reference/problems', '/pictures']

test('the guide is accessible', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const { app } = await loadFixtures(t, OWN_SERVICE)
  const built = mkdtempSync(join(tmpdir(), 'reelay-guide-'))
  t.after(() => rmSync(built, { recursive: true }))
  buildGuide(join(import.meta.dirname, '../../../docs'), built)
  await docsRoutes(app, built)
  const address = await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  const context = await browser.newContext({
    baseURL: address,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const page = await context.newPage()
  const violationsFound: string[] = []
  // The icon belongs to the web app, which this test does not serve.
  page.on('console', (message) => {
    if (
      ['error', 'warning'].includes(message.type()) &&
      !message.location().url.endsWith('/mark.svg')
    )
      violationsFound.push(message.text())
  })

  await t.test('passes axe, does not scroll sideways and logs no errors', async () => {
    for (const path of PAGES) {
      await page.goto(DOCS_HOME + path)
      for (const { width, colorScheme } of AXE_VIEWS) {
        await page.setViewportSize({ width, height: 844 })
        violationsFound.push(
          ...(await violationsOf(page, colorScheme)).map(
            (violation) => `${path || 'index'}, ${width} wide, ${colorScheme}: ${violation}`,
          ),
        )
      }
    }
    assert.deepEqual(violationsFound, [])
  })

  await t.test('copies a code block unchanged', async () => {
    await page.goto(`${DOCS_HOME}/webhooks`)
    const block = page.locator('div.code', { hasText: 'cat > verify.mjs' })
    await block.getByRole('button', { name: 'Copy' }).click()
    await block.getByRole('button', { name: 'Copied' }).waitFor()
    assert.match(
      await page.evaluate(() => navigator.clipboard.readText()),
      /^cd "\$\(mktemp -d\)"\ncat > verify\.mjs <<'END'\nimport \{ createHmac, timingSafeEqual \} from 'node:crypto'\n[\s\S]*\}\nEND$/,
    )
  })
})

async function violationsOf(page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> {
  await page.emulateMedia({ colorScheme })
  const violations = await findViolations(page)
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  return [...violations, ...(sideways > 0 ? [`scrolls sideways by ${sideways}`] : [])]
}
