import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ADMIN } from '../../api/test/service.ts'
import { startTestApp } from './test-app.ts'

test('staying signed in on a device', { timeout: 180_000 }, async (t) => {
  const app = await startTestApp(t)
  if (!app) return
  const first = await app.visit('/sign-in')
  const context = first.context()
  const account = { name: /Account of/ }

  await t.test('signs in with the choice to stay', async () => {
    await first.getByLabel('Email').fill(ADMIN.email)
    await first.getByLabel('Password', { exact: true }).fill(ADMIN.password)
    await first.getByLabel('Stay signed in on this device').check()
    await first.getByRole('button', { name: 'Sign in', exact: true }).click()
    await first.getByRole('button', account).waitFor()
    const [cookie] = await context.cookies(`${app.address}/api/session`)
    assert.equal(cookie!.httpOnly, true)
    assert.equal(cookie!.sameSite, 'Strict')
  })

  await t.test('is signed in again after the browser was closed', async () => {
    await first.close()
    const next = await context.newPage()
    await next.goto(`${app.address}/account?part=security`)
    const devices = next.getByRole('list', { name: 'Devices that stay signed in' })
    await devices.getByText('This device').waitFor()
  })

  await t.test('continues when the session ended while the page was open', async () => {
    const [page] = context.pages()
    await page!.evaluate(() => {
      const { email } = JSON.parse(sessionStorage.getItem('reelay.session')!) as { email: string }
      sessionStorage.setItem('reelay.session', JSON.stringify({ email, token: 'x'.repeat(43) }))
    })
    await page!.getByRole('link', { name: 'Library' }).first().click()
    await page!.getByRole('heading', { name: 'Library', level: 1 }).waitFor()
    await page!.getByRole('button', account).waitFor()
  })

  await t.test('signing out ends it for every tab and for later', async () => {
    const [page] = context.pages()
    const second = await context.newPage()
    await second.goto(app.address)
    await second.getByRole('button', account).waitFor()
    await page!.getByRole('button', account).click()
    await page!.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page!.getByText('You are signed out.').waitFor()
    await second.getByText('You are signed out.').waitFor()
    assert.deepEqual(await context.cookies(`${app.address}/api/session`), [])
  })
})
