import { expect, test } from './fixtures.ts'

test('stays signed in on a device until the person signs out', async ({ app }) => {
  app.allowErrors(/status of 401/)
  const first = await app.visit('/sign-in')
  const context = first.context()
  const account = { name: /Account of/ }

  await test.step('signs in with the choice to stay', async () => {
    await first.getByLabel('Email').fill(app.home.email)
    await first.getByLabel('Password', { exact: true }).fill(app.home.password)
    await first.getByLabel('Stay signed in on this device').check()
    await first.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(first.getByRole('button', account)).toBeVisible()
    const [cookie] = await context.cookies(`${app.address}/api/session`)
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' })
  })

  await first.close()
  const page = await context.newPage()
  await test.step('is signed in again after the browser was closed', async () => {
    await page.goto('/account?part=security')
    const devices = page.getByRole('list', { name: 'Devices that stay signed in' })
    await expect(devices.getByText('This device')).toBeVisible()
  })

  await test.step('continues when the session ended while the page was open', async () => {
    await page.evaluate(() => {
      const { email } = JSON.parse(sessionStorage.getItem('reelay.session')!) as { email: string }
      sessionStorage.setItem('reelay.session', JSON.stringify({ email, token: 'x'.repeat(43) }))
    })
    await page.getByRole('link', { name: 'Library' }).first().click()
    await expect(page.getByRole('heading', { name: 'Library', level: 1 })).toBeVisible()
    await expect(page.getByRole('button', account)).toBeVisible()
  })

  await test.step('signing out ends it for every tab and for later', async () => {
    const second = await context.newPage()
    await second.goto('/')
    await expect(second.getByRole('button', account)).toBeVisible()
    await page.getByRole('button', account).click()
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await expect(page.getByText('You are signed out.')).toBeVisible()
    await expect(second.getByText('You are signed out.')).toBeVisible()
    expect(await context.cookies(`${app.address}/api/session`)).toEqual([])
  })
})
