// Registration, sign-in and password reset with a real mail server and real one-time codes.
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { test, type TestContext } from 'node:test'
import { studios, users } from '@reelay/api/contract'
import type { Page } from 'playwright-core'
import { startMailServer, type MailServer } from '../../api/test/mail-server.ts'
import { codeFor } from '../../api/test/totp.ts'
import { startTestApp, type BrowserTestApp } from './test-app.ts'

const EMAIL = 'bo@salt.example'
const FIRST_PASSWORD = 'Correct-horse-battery-9'
const SECOND_PASSWORD = 'Another-horse-battery-7'
type Visit = Page & { pageErrors: string[] }
/** Ignores the console errors of expected 401 and 422 responses. */
const unexpectedErrors = ({ pageErrors }: Visit) =>
  pageErrors.filter((pageError) => !/status of (401|422)/.test(pageError))

test('sign-in', { timeout: 180_000 }, async (t) => {
  const mailServer = await startMailServer()
  t.after(() => mailServer.close())
  const app = await startTestApp(t, { SMTP_URL: mailServer.url })
  if (!app) return
  const [studio] = (await app.call(studios.listStudios)).items
  await invite(app, studio!._id, EMAIL)
  const page = await app.visit(new URL(await linkIn(mailServer, EMAIL, 'register')).pathname)
  let recovery: string[] = []
  let secret = ''

  await t.test('registers an invited person with a strong password', async () => {
    await page.getByLabel('Your name').fill('Bo Lindqvist')
    await page.getByLabel('New password').fill('short')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('Use at least 12 characters.').waitFor()
    await page.getByLabel('New password').fill(FIRST_PASSWORD)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('button', { name: 'Account of Bo Lindqvist' }).waitFor()
  })

  await t.test('sets up two-factor authentication and gets recovery codes', async () => {
    await page.goto('/account?part=security')
    await page.getByRole('button', { name: 'Set up' }).click()
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
    secret = (await page.locator('code').innerText()).replaceAll(' ', '')
    await page.getByLabel('Six-digit code').fill(codeNow(secret))
    await page.getByRole('button', { name: 'Confirm' }).click()
    const codes = page.getByRole('list', { name: 'Your recovery codes' })
    await codes.waitFor()
    recovery = await codes.getByRole('listitem').allInnerTexts()
    assert.equal(recovery.length, 10)
    await page.getByRole('button', { name: 'I saved them' }).click()
    await page.getByRole('button', { name: 'Turn off two-factor authentication' }).waitFor()
  })

  await t.test('signs out, and in again with password and code', async () => {
    await page.getByRole('button', { name: 'Account of Bo Lindqvist' }).click()
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByText('You are signed out.').waitFor()
    await signIn(page, FIRST_PASSWORD)
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor()
    // Each code works once and the current one is used up; the next one is already valid.
    await page.getByLabel('Code', { exact: true }).fill(codeNow(secret, 30))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Account of Bo Lindqvist' }).waitFor()
  })

  await t.test('resets a forgotten password by email and still asks for a code', async () => {
    const other = await app.visit('/sign-in')
    await other.getByRole('link', { name: 'Forgot your password?' }).click()
    await other.getByRole('heading', { name: 'Reset your password' }).waitFor()
    await other.getByLabel('Email').fill(EMAIL)
    await other.getByRole('button', { name: 'Send link' }).click()
    await other.getByRole('heading', { name: 'Check your email' }).waitFor()
    await other.goto(new URL(await linkIn(mailServer, EMAIL, 'reset')).pathname)
    await other.getByLabel('New password').fill(SECOND_PASSWORD)
    await other.getByRole('button', { name: 'Save and sign in' }).click()
    await other.getByLabel('Code', { exact: true }).fill(recovery[0]!)
    await other.getByRole('button', { name: 'Sign in' }).click()
    await other.getByRole('button', { name: 'Account of Bo Lindqvist' }).waitFor()
    assert.deepEqual(unexpectedErrors(other), [])
    await other.context().close()
  })

  await t.test('ends the previous session and the old password', async () => {
    await page.goto('/downloads')
    await page.getByText('Your session has expired.').waitFor()
    await signIn(page, FIRST_PASSWORD)
    await page.getByText('Wrong email or password.').waitFor()
    assert.deepEqual(unexpectedErrors(page), [])
    await page.context().close()
  })

  await testRequiredTwoFactor(t, { app, mailServer, studio: studio!._id })
})

async function testRequiredTwoFactor(
  t: TestContext,
  { app, mailServer, studio }: { app: BrowserTestApp; mailServer: MailServer; studio: string },
) {
  await t.test('sets up required two-factor authentication at sign-in, in Arabic', async () => {
    await app.call(studios.changeStudio, {
      params: { id: studio },
      body: {
        settings: {
          ...(await app.call(studios.getStudio, { params: { id: studio } })).settings,
          requireTwoFactor: true,
        },
      },
    })
    await invite(app, studio, 'noor@salt.example')
    const page = await app.visit(
      new URL(await linkIn(mailServer, 'noor@salt.example', 'register')).pathname,
    )
    await page.getByLabel('Language').selectOption('ar')
    await page.locator('html[dir=rtl]').waitFor()
    await page.getByLabel('اسمك').fill('نور')
    await page.getByLabel('كلمة مرور جديدة').fill(FIRST_PASSWORD)
    await page.getByRole('button', { name: 'إنشاء الحساب' }).click()
    await page.getByRole('heading', { name: 'إعداد المصادقة الثنائية' }).waitFor()
    await page
      .getByLabel('رمز من ستة أرقام')
      .fill(codeNow((await page.locator('code').innerText()).replaceAll(' ', '')))
    await page.getByRole('button', { name: 'تأكيد' }).click()
    await page.getByRole('button', { name: 'حفظتها، متابعة' }).click()
    await page.getByRole('button', { name: 'نور' }).waitFor()
    assert.deepEqual(unexpectedErrors(page), [])
    await page.context().close()
  })
}

async function signIn(page: Page, password: string) {
  await page.getByLabel('Email').fill(EMAIL)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

const invite = (app: BrowserTestApp, studio: string, email: string) =>
  app.call(users.inviteUser, {
    body: { emailNormal: email, name: 'New', roles: ['vendor'], studios: [studio] },
  })

const codeNow = (secret: string, inSeconds = 0) => codeFor(secret, Date.now() + inSeconds * 1000)

async function linkIn(
  { mails }: MailServer,
  to: string,
  what: 'register' | 'reset',
): Promise<string> {
  const end = Date.now() + 20_000
  for (;;) {
    const found = mails
      .filter((mail) => JSON.stringify(mail.to).includes(to))
      .map((mail) => new RegExp(`https?://\\S+/${what}/[\\w-]+`).exec(mail.text ?? '')?.[0])
      .find(Boolean)
    if (found) return found
    if (Date.now() > end) throw new Error(`${to} received no email with a ${what} link`)
    await sleep(100)
  }
}
