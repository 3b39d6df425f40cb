// Registration, sign-in and password reset with a real mail server and real one-time codes.
import type { Page } from '@playwright/test'
import { studios, users } from '@reelay/api/contract'
import { codeFor } from '../../../api/test/totp.ts'
import { expect, test, type BrowserApp } from '../fixtures.ts'

const FIRST_PASSWORD = 'Correct-horse-battery-9'
const SECOND_PASSWORD = 'Another-horse-battery-7'
/** The browser reports refused requests. */
const REFUSED = /status of (401|422)/

test('registers, signs in with a code, and resets the password', async ({ app }) => {
  app.allowErrors(REFUSED)
  const email = await invite(app, 'Bo')
  const page = await app.visit(new URL(await linkIn(app, email, 'register')).pathname)
  let recovery: string[] = []
  let secret = ''

  await test.step('registers an invited person with a strong password', async () => {
    await page.getByLabel('Your name').fill('Bo Lindqvist')
    await page.getByLabel('New password').fill('short')
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByText('Use at least 12 characters.')).toBeVisible()
    await page.getByLabel('New password').fill(FIRST_PASSWORD)
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByRole('button', { name: 'Account of Bo Lindqvist' })).toBeVisible()
  })

  await test.step('sets up two-factor authentication and gets recovery codes', async () => {
    await page.goto('/account?part=security')
    await page.getByRole('button', { name: 'Set up' }).click()
    await expect(
      page.getByRole('img', { name: 'QR code for your authenticator app' }),
    ).toBeVisible()
    secret = (await page.locator('code').innerText()).replaceAll(' ', '')
    await page.getByLabel('Six-digit code').fill(codeNow(secret))
    await page.getByRole('button', { name: 'Confirm' }).click()
    const codes = page.getByRole('list', { name: 'Your recovery codes' })
    await expect(codes).toBeVisible()
    recovery = await codes.getByRole('listitem').allInnerTexts()
    expect(recovery.length).toBe(10)
    await page.getByRole('button', { name: 'I saved them' }).click()
    await expect(
      page.getByRole('button', { name: 'Turn off two-factor authentication' }),
    ).toBeVisible()
  })

  await test.step('signs out, and in again with password and code', async () => {
    await page.getByRole('button', { name: 'Account of Bo Lindqvist' }).click()
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await expect(page.getByText('You are signed out.')).toBeVisible()
    await signIn(page, email, FIRST_PASSWORD)
    await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
    // Each code works once and the current one is used up; the next one is already valid.
    await page.getByLabel('Code', { exact: true }).fill(codeNow(secret, 30))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('button', { name: 'Account of Bo Lindqvist' })).toBeVisible()
  })

  await test.step('resets a forgotten password by email and still asks for a code', async () => {
    const other = await app.visit('/sign-in')
    await other.getByRole('link', { name: 'Forgot your password?' }).click()
    await expect(other.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
    await other.getByLabel('Email').fill(email)
    await other.getByRole('button', { name: 'Send link' }).click()
    await expect(other.getByRole('heading', { name: 'Check your email' })).toBeVisible()
    await other.goto(new URL(await linkIn(app, email, 'reset')).pathname)
    await other.getByLabel('New password').fill(SECOND_PASSWORD)
    await other.getByRole('button', { name: 'Save and sign in' }).click()
    await other.getByLabel('Code', { exact: true }).fill(recovery[0]!)
    await other.getByRole('button', { name: 'Sign in' }).click()
    await expect(other.getByRole('button', { name: 'Account of Bo Lindqvist' })).toBeVisible()
  })

  await test.step('ends the previous session and the old password', async () => {
    await page.goto('/downloads')
    await expect(page.getByText('Your session has expired.')).toBeVisible()
    await signIn(page, email, FIRST_PASSWORD)
    await expect(page.getByText('Wrong email or password.')).toBeVisible()
  })
})

test('sets up required two-factor authentication at sign-in, in Arabic', async ({ app }) => {
  app.allowErrors(REFUSED)
  const email = await invite(app, 'Noor')
  const params = { id: app.studio._id }
  const settings = { ...app.studio.settings, requireTwoFactor: true }
  // Somebody without a second factor would lose access.
  await app.admin(studios.changeStudio, { params, body: { settings } })
  const page = await app.visit(new URL(await linkIn(app, email, 'register')).pathname)
  await page.getByLabel('Language').selectOption('ar')
  await expect(page.locator('html[dir=rtl]')).toBeVisible()
  await page.getByLabel('اسمك').fill('نور')
  await page.getByLabel('كلمة مرور جديدة').fill(FIRST_PASSWORD)
  await page.getByRole('button', { name: 'إنشاء الحساب' }).click()
  await expect(page.getByRole('heading', { name: 'إعداد المصادقة الثنائية' })).toBeVisible()
  await page
    .getByLabel('رمز من ستة أرقام')
    .fill(codeNow((await page.locator('code').innerText()).replaceAll(' ', '')))
  await page.getByRole('button', { name: 'تأكيد' }).click()
  await page.getByRole('button', { name: 'حفظتها، متابعة' }).click()
  await expect(page.getByRole('button', { name: 'نور' })).toBeVisible()
})

async function signIn(page: Page, email: string, password: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Without a password, so the person gets an email. */
async function invite({ call, studio, emailOf }: BrowserApp, name: string): Promise<string> {
  const email = emailOf(name)
  await call(users.inviteUser, {
    body: { emailNormal: email, name: 'New', roles: ['vendor'], studios: [studio._id] },
  })
  return email
}

const codeNow = (secret: string, inSeconds = 0) => codeFor(secret, Date.now() + inSeconds * 1000)

async function linkIn(
  { service }: BrowserApp,
  to: string,
  what: 'register' | 'reset',
): Promise<string> {
  const pattern = new RegExp(`https?://\\S+/${what}/[\\w-]+`)
  const find = () =>
    service.mails
      .filter((mail) => JSON.stringify(mail.to).includes(to))
      .map((mail) => pattern.exec(mail.text ?? '')?.[0])
      .find(Boolean)
  await expect.poll(find, `mail to ${to} with a ${what} link`).toBeDefined()
  return find()!
}
